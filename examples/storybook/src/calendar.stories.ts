import type { Meta, StoryObj } from '@storybook/html-vite'
import { HttpResponse, http } from 'msw'
import { type CalendarProps, createCalendar } from './calendar.ts'

const meta: Meta<CalendarProps> = {
  title: 'Calendar',
  args: { count: 4 },
  render: ({ count }, { loaded }) => createCalendar({ ...loaded.calmock, count }),
}

export default meta

type Story = StoryObj<CalendarProps>

export const Hindi: Story = {
  parameters: { calmock: { language: 'hi' } },
}

export const Arabic: Story = {
  parameters: { calmock: { language: 'ar' } },
}

export const Empty: Story = {
  parameters: { calmock: { language: 'de', scenario: 'empty' } },
}

export const Failed: Story = {
  parameters: {
    calmock: { language: 'en' },
    msw: { handlers: [http.get('*/events', () => HttpResponse.error())] },
  },
}
