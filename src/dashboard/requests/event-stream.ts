/** An event of a stream. */
export interface StreamEvent {
  readonly type: string
  readonly data: string
}

/** Reads the events of a response of the type `text/event-stream`. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<StreamEvent | undefined> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) yield parseEvent(block)
  }
}

/** Returns the event of a block of lines, or undefined for a comment. */
function parseEvent(block: string): StreamEvent | undefined {
  const field = (name: string) =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2))
      .join('\n')
  const data = field('data')
  return data === '' ? undefined : { type: field('event'), data }
}
