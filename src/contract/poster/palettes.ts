/** The colours of a poster. The contrast of `ink` on `ground` is at least 7 to 1. */
export interface Palette {
  readonly ground: string
  /** The colour of the title. */
  readonly ink: string
  readonly colors: readonly [string, string, string]
}

const palette = (ground: string, ink: string, ...colors: Palette['colors']): Palette => ({
  ground,
  ink,
  colors,
})

/** The palettes, in the order of the hue of their ground. */
export const palettes: readonly Palette[] = [
  palette('#7a1f1f', '#fff1dc', '#f4a63a', '#f7d9b0', '#e4572e'),
  palette('#f4a38c', '#2d0f1c', '#8c1c3a', '#fff0e0', '#1f3b57'),
  palette('#f3e9d6', '#1e1c1a', '#e23d28', '#1d4e7a', '#f0b02f'),
  palette('#f2b632', '#1c1a17', '#14466b', '#d6402b', '#fff4d9'),
  palette('#e3e7c4', '#17301f', '#2f6b3f', '#ef7d32', '#f4c63d'),
  palette('#163f2e', '#f2f5e6', '#8fcf9f', '#f6b73c', '#ea6a47'),
  palette('#0c4a52', '#fdf4e0', '#f3c253', '#f27f58', '#a6d8cf'),
  palette('#cfe6ee', '#10263b', '#0f5e85', '#ef5b38', '#f6c945'),
  palette('#14213f', '#fff6e4', '#f6a21e', '#e5483f', '#8cc5e8'),
  palette('#1a1a1c', '#fbf7ef', '#f7d514', '#ef4130', '#35b5c9'),
  palette('#dccdf0', '#26164a', '#6a2fa8', '#f2704d', '#fff6e8'),
  palette('#43184c', '#fdeef6', '#f0609b', '#f7b526', '#5fb3f0'),
]

/** Returns the palette that is next to a hue in degrees. */
export const choosePalette = (hue: number): Palette =>
  palettes[Math.floor(((hue % 360) / 360) * palettes.length)] ?? (palettes[0] as Palette) // there is one
