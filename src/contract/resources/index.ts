import type { Resource } from '../resource.ts'
import { category } from './category.ts'
import { event } from './event.ts'
import { organizer } from './organizer.ts'
import { tag } from './tag.ts'
import { venue } from './venue.ts'

/** The five resources, in the order of the specification and the index. */
export const resources: readonly Resource[] = [event, venue, organizer, category, tag]
