/** Returns the anchor of a heading as GitHub derives it, so that links lead to headings there and on the site. */
export const slugify = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
