/** The colours of a poster. The contrast of `ink` on `ground` is at least 7 to 1. */
export interface Palette {
  readonly ground: string
  /** The colour of the title. */
  readonly ink: string
  readonly colors: readonly [string, string, string]
}

/** The palettes, in the order of the hue of their ground. */
export const palettes: readonly Palette[] = [
  { ground: '#7a1f1f', ink: '#fff1dc', colors: ['#f4a63a', '#f7d9b0', '#e4572e'] },
  { ground: '#f4a38c', ink: '#2d0f1c', colors: ['#8c1c3a', '#fff0e0', '#1f3b57'] },
  { ground: '#f3e9d6', ink: '#1e1c1a', colors: ['#e23d28', '#1d4e7a', '#f0b02f'] },
  { ground: '#f2b632', ink: '#1c1a17', colors: ['#14466b', '#d6402b', '#fff4d9'] },
  { ground: '#e3e7c4', ink: '#17301f', colors: ['#2f6b3f', '#ef7d32', '#f4c63d'] },
  { ground: '#163f2e', ink: '#f2f5e6', colors: ['#8fcf9f', '#f6b73c', '#ea6a47'] },
  { ground: '#0c4a52', ink: '#fdf4e0', colors: ['#f3c253', '#f27f58', '#a6d8cf'] },
  { ground: '#cfe6ee', ink: '#10263b', colors: ['#0f5e85', '#ef5b38', '#f6c945'] },
  { ground: '#14213f', ink: '#fff6e4', colors: ['#f6a21e', '#e5483f', '#8cc5e8'] },
  { ground: '#1a1a1c', ink: '#fbf7ef', colors: ['#f7d514', '#ef4130', '#35b5c9'] },
  { ground: '#dccdf0', ink: '#26164a', colors: ['#6a2fa8', '#f2704d', '#fff6e8'] },
  { ground: '#43184c', ink: '#fdeef6', colors: ['#f0609b', '#f7b526', '#5fb3f0'] },
]

/** Returns the palette that is next to a hue in degrees. */
export const choosePalette = (hue: number): Palette =>
  palettes[Math.floor(((hue % 360) / 360) * palettes.length)] ?? (palettes[0] as Palette) // there is one
