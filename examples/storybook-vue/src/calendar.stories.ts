import type { Meta, StoryObj } from '@storybook/vue3-vite'
import { h } from 'vue'
import { Calendar } from './calendar.ts'

const meta: Meta<typeof Calendar> = {
  title: 'Calendar',
  component: Calendar,
  render: (_, { loaded }) => h(Calendar, { api: loaded.calmock.api }),
}

export default meta

export const Hindi: StoryObj<typeof Calendar> = {
  parameters: { calmock: { language: 'hi' } },
}
