/** The hooks of Jest that calmock uses. The types of Jest itself would install 160 packages. */
declare module '@jest/globals' {
  type Hook = (run: () => void) => void
  export const beforeAll: Hook
  export const afterEach: Hook
  export const afterAll: Hook
}
