import type { Meta, StoryObj } from '@storybook/react-vite'
import type { StoryMock } from 'calmock/storybook'
import { HttpResponse, http } from 'msw'
import { expect, userEvent, waitFor } from 'storybook/test'
import { Calendar } from './Calendar.tsx'

const meta = {
  component: Calendar,
  tags: ['autodocs'],
  args: { api: '' }, // each story has its own address, see `render`
  argTypes: { api: { control: false } }, // a value from the panel Controls would have no effect
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

export const NewYearsEve: Story = {
  parameters: { calmock: { language: 'ar', scenario: 'year-end', now: '2030-12-31T12:00:00Z' } },
  play: async ({ canvas }) => {
    await expect((await canvas.findAllByRole('listitem'))[0]).toHaveTextContent(/^2030-12-31/)
  },
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

export const Loading: Story = {
  parameters: { calmock: { language: 'en', fault: 'GET /events timeout' } }, // no answer for 5 minutes
}

export const Slow: Story = {
  parameters: { calmock: { language: 'en', delay: 3000 } },
}

export const NextPage: Story = {
  parameters: { calmock: { language: 'en' } },
  play: async ({ canvas }) => {
    const firstPage = (await canvas.findByRole('list')).textContent
    await userEvent.click(canvas.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(canvas.getByRole('list').textContent).not.toBe(firstPage))
  },
}

export const NextPageFailed: Story = {
  parameters: { calmock: { language: 'en', fault: 'GET /events?page=2 503' } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Next page' }))
    await expect(await canvas.findByRole('alert')).toBeVisible()
  },
}

export const RefreshFailed: Story = {
  parameters: { calmock: { language: 'en' } },
  play: async ({ canvas, loaded }) => {
    const { world }: StoryMock = loaded.calmock // with its type, which Storybook does not know
    await canvas.findByRole('list')
    world.faults = 'GET /events 503 1x'
    await userEvent.click(canvas.getByRole('button', { name: 'Refresh' }))
    await expect(await canvas.findByRole('alert')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Refresh' }))
    await expect(await canvas.findByRole('list')).toBeVisible()
    await expect(world.requests.map(({ status }) => status)).toEqual([200, 503, 200])
  },
}

export const OwnResponse: Story = {
  parameters: {
    calmock: { language: 'en' },
    msw: { handlers: [http.get('*/events', () => HttpResponse.error())] },
  },
}
