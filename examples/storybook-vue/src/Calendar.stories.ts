import type { Meta, StoryObj } from '@storybook/vue3-vite'
import { expect } from 'storybook/test'
import { h } from 'vue'
import Calendar from './Calendar.vue'

const meta = {
  component: Calendar,
  args: { api: '' }, // each story has its own address, see `render`
  argTypes: { api: { control: false } }, // a value from the panel Controls would have no effect
  render: (_, { loaded }) => h(Calendar, { api: loaded.calmock.api }),
} satisfies Meta<typeof Calendar>

export default meta

type Story = StoryObj<typeof meta>

export const Hindi: Story = {
  parameters: { calmock: { language: 'hi' } },
}

export const Arabic: Story = {
  parameters: { calmock: { language: 'ar' } },
}

export const Empty: Story = {
  parameters: { calmock: { language: 'en', scenario: 'empty' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No events.')).toBeVisible()
  },
}

export const Failed: Story = {
  parameters: { calmock: { language: 'en', fault: 'GET /events 503' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toBeVisible()
  },
}

export const Slow: Story = {
  parameters: { calmock: { language: 'en', delay: 3000 } },
}
