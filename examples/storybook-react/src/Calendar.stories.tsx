import type { Meta, StoryObj } from '@storybook/react-vite'
import { HttpResponse, http } from 'msw'
import { expect } from 'storybook/test'
import { Calendar } from './Calendar.tsx'

const meta = {
  component: Calendar,
  tags: ['autodocs'],
  args: { api: '' }, // each story has its own address, see `render`
  render: (args, { loaded }) => <Calendar {...args} api={loaded.calmock.api} />,
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

export const OwnResponse: Story = {
  parameters: {
    calmock: { language: 'en' },
    msw: { handlers: [http.get('*/events', () => HttpResponse.error())] },
  },
}
