export type MswExports = typeof import('./msw-exports.ts')

/** Returns MSW where the file contains it: the build replaces this module in `dist/jest.cjs`. */
export const requireBundledMsw = (): MswExports | undefined => undefined
