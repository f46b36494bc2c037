declare module 'har-schema' {
  /** The JSON schemas of HAR 1.2 by name. */
  const schemas: Readonly<Record<string, object>>
  // biome-ignore lint/style/noDefaultExport: the package is CommonJS
  export default schemas
}
