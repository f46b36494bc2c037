/** The path of the control routes, below the root of the mock. */
export const controlPath = '/__calmock'

export const isControlPath = (path: string): boolean => `${path}/`.startsWith(`${controlPath}/`)
