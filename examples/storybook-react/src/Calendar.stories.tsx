import type { Meta, StoryObj } from '@storybook/react-vite'
import { HttpResponse, http } from 'msw'
import { Calendar } from './Calendar.tsx'

const meta = {
  component: Calendar,
  tags: ['autodocs'],
  args: { api: '' },
  render: (args, { loaded }) => <Calendar {...args} api={loaded.calmock.api} />,
} satisfies Meta<typeof Calendar>

export default meta

type Story = StoryObj<typeof meta>

export const Hindi: Story = {
  parameters: { calmock: { language: 'hi' } },
}

export const Empty: Story = {
  parameters: { calmock: { language: 'en', scenario: 'empty' } },
}

export const Failed: Story = {
  parameters: {
    calmock: { language: 'en' },
    msw: { handlers: [http.get('*/events', () => HttpResponse.error())] },
  },
}

export const Maintenance: Story = {
  parameters: { calmock: { language: 'en', fault: '* maintenance', delay: '200-400' } },
}
