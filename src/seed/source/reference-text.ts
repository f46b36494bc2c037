/** The module of the API reference, which the dashboard loads on demand. Empty without a build, as the page is. */
export const referenceModule: string = ''
