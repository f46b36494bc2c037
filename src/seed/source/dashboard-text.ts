/** The dashboard as an HTML page. Empty when the sources run without a build, which puts the page here. */
export const dashboardPage: string = ''
