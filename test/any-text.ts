import fc from 'fast-check'

/** Any code points, also half of a surrogate pair. `fc.string({ unit: 'binary' })` takes 1 s to create. */
export const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 12 })
  .map((points) => String.fromCodePoint(...points))
