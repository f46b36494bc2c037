/** Replaces tough-cookie of MSW in a page, where the browser stores cookies. */
export class CookieJar {
  getCookiesSync(): readonly unknown[] {
    return []
  }
  async setCookie(): Promise<void> {}
}
export class MemoryCookieStore {}
export const Cookie = { fromJSON(): void {} }
