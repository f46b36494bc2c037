import type { EventList } from 'calmock'
import { defineComponent, h, onMounted, ref } from 'vue'

/** Lists the next events. */
export const Calendar = defineComponent({
  props: {
    /** The REST root of a language site: `https://example.org/de/cal/events/v1`. */
    api: { type: String, required: true },
  },
  setup({ api }) {
    const events = ref<EventList['events']>([])
    onMounted(async () => {
      const response = await fetch(`${api}/events?per_page=3`)
      const list: EventList = await response.json()
      events.value = list.events
    })
    return () =>
      h(
        'ul',
        events.value.map(({ id, title }) => h('li', { key: id }, title)),
      )
  },
})
