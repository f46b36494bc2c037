/** The sign of the mock: a page of a calendar. */
export const Logo = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="#4f46e5" />
    <path
      d="M8 13h16M8 10v14h16V10zM12 7v5M20 7v5"
      stroke="white"
      stroke-width="2.5"
      fill="none"
      stroke-linejoin="round"
      stroke-linecap="round"
    />
  </svg>
)
