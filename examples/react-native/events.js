import { useEffect, useState } from 'react'
import { Text, View } from 'react-native'

/** Lists five events. */
export function Events({ language }) {
  const [state, setState] = useState('Loading')
  useEffect(() => {
    readTitles(language).then(setState, (error) => setState(error.message))
  }, [language])
  if (typeof state === 'string') return <Text>{state}</Text>
  return (
    <View>
      {state.map((title) => (
        <Text key={title}>{title}</Text>
      ))}
    </View>
  )
}

async function readTitles(language) {
  const url = `https://api.example/${language}/cal/events/v1/events?per_page=5`
  const response = await fetch(url)
  if (!response.ok) throw new Error(`Not now (${response.status})`)
  const { events } = await response.json()
  return events.map(({ title }) => title)
}
