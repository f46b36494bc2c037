import { httpResource } from '@angular/common/http'
import { Component, signal } from '@angular/core'
import type { EventList } from 'calmock'

@Component({
  selector: 'app-root',
  template: `
    @if (list.error()) {
      <p role="alert">The events could not be loaded.</p>
    } @else {
      <ul>
        @for (event of list.value()?.events; track event.id) {
          <li>{{ event.title }}</li>
        }
      </ul>
    }
    <button (click)="language.set('de')">Deutsch</button>
  `,
})
export class App {
  readonly language = signal('en')
  readonly list = httpResource<EventList>(
    () => `https://api.example/${this.language()}/cal/events/v1/events?per_page=5`,
  )
}
