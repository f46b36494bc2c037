const cpu = () => {
  const u = process.cpuUsage()
  return (u.user + u.system) / 1000
}
let t = cpu()
const lap = (n) => {
  const c = cpu()
  console.log(n, (c - t).toFixed(1))
  t = c
}
const { createCalmock } = await import('calmock')
lap('import calmock')
await import('msw/node')
lap('import msw/node')
const { setupCalmock } = await import('calmock/node')
lap('import calmock/node')
const m = createCalmock()
lap('createCalmock')
const m2 = createCalmock()
lap('createCalmock 2')
const s = setupCalmock()
lap('setupCalmock')
const s2 = setupCalmock()
lap('setupCalmock 2')
const u = 'https://api.example/de/cal/events/v1/events'
await m.fetch(u)
lap('first fetch')
await m.fetch(u)
lap('second fetch')
for (let i = 0; i < 9; i++) {
  m.reset()
  await m.fetch(u)
}
lap('9 resets')
for (let i = 0; i < 9; i++) {
  await m.fetch(u)
}
lap('9 lists')
await m2.fetch(u)
lap('first fetch m2')
