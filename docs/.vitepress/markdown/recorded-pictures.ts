import { readFile } from 'node:fs/promises'
import { createCalmock } from '../../../src/index.ts'
import { type Pictures, readPictures } from '../live/app-view.ts'
import { completeOptions } from '../live/send-request.ts'

/** Draws the pictures that the recorded answers of the first page name, so that it shows them before scripts run. */
export async function drawRecordedPictures(): Promise<Pictures> {
  const page = await readFile(new URL('../../index.md', import.meta.url), 'utf8')
  return readPictures(createCalmock(completeOptions({})), page)
}
