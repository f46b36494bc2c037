// the key keeps the worlds of tests apart; outside tests there is one key
export default defineCachedEventHandler(() => listEvents(), {
  maxAge: 3600,
  getKey: (event) => getCookie(event, 'calmock_url') ?? 'all',
})
