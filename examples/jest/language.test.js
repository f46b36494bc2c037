const { useCalmock } = require('calmock/jest')
const { readTitles } = require('./calendar.js')

useCalmock({ sites: ['hi', 'ar'] })

test.each([
  ['hi', /\p{Script=Devanagari}/u],
  ['ar', /\p{Script=Arabic}/u],
])('the calendar on the site %s is in the script of its language', async (site, script) => {
  for (const title of await readTitles(`https://api.example/${site}/cal/events/v1`))
    expect(title).toMatch(script)
})
