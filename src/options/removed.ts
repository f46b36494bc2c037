/** Names what to use instead of each removed option, by its name in a config file. */
export const replacements: Readonly<Record<string, string>> = {
  proxy: "use your dev server's proxy, such as server.proxy of Vite",
  record: 'save a HAR file with the network panel of your browser',
  https: 'leave it out: --cert and --key are enough, with files of mkcert for example',
}

/** Returns the error about a removed option, or undefined for another name. `shown` is the flag, variable or key that the user wrote. */
export const describeRemoved = (name: string, shown: string): string | undefined =>
  Object.hasOwn(replacements, name) ? `${shown} was removed; ${replacements[name]}` : undefined
