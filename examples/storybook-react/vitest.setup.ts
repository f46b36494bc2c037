import { setProjectAnnotations } from '@storybook/react-vite'
import preview from './.storybook/preview.ts'

setProjectAnnotations(preview)
