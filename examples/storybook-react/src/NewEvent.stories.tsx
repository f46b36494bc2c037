import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent } from 'storybook/test'
import { NewEvent } from './NewEvent.tsx'

const meta = {
  component: NewEvent,
  args: { api: '' },
  render: (_, { loaded }) => <NewEvent api={loaded.calmock.api} />,
} satisfies Meta<typeof NewEvent>

export default meta

export const Created: StoryObj<typeof meta> = {
  parameters: { calmock: { language: 'en' } },
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByLabelText('Title'), 'Open rehearsal')
    await userEvent.click(canvas.getByRole('button', { name: 'Create' }))
    const title = await canvas.findByText('Open rehearsal')
    await expect(title).toHaveTextContent(/^2030-01-08 Open rehearsal$/)
  },
}
