import type { Messages } from './en.ts'

export const deMessages: Messages = {
  // errors
  listSeparator: ', ',
  missing: 'Fehlende Parameter: {names}.',
  invalid: 'Ungültige Parameter: {names}.',
  invalidJson:
    'Der Inhalt der Anfrage lässt sich nicht als JSON lesen. Senden Sie gültiges JSON mit höchstens {accepted} Verschachtelungsebenen.',
  noRoute: 'Keine Route passt zu {method} {path}. Alle Routen stehen im Index unter {index}.',
  noSite:
    'Keine Website passt zu {method} {path}. Websites dieses Mocks: {accepted}. Eine gültige URL ist {url}.',
  addSite:
    'Um eine Website hinzuzufügen, starten Sie den Mock mit --sites {accepted} oder mit der Option sites.',
  usePreset:
    'Für solche URLs starten Sie den Mock mit --preset {given} oder mit der Option preset.',
  knownMethods:
    'Die Methode {method} ist für {path} nicht zulässig. Zulässige Methoden: {accepted}.',
  strict:
    'Diese Anfrage ist fehlerhaft, und der Mock läuft im Modus strict. Der Dienst selbst würde sie annehmen.',
  strictReason: 'Hinweis auf Englisch: {reason}',
  overrideOnRead:
    'Eine {given}-Anfrage darf nicht schreiben; ihre Methode lässt sich daher nicht mit {method} überschreiben. Senden Sie {method} direkt, oder überschreiben Sie die Methode einer POST-Anfrage.',
  invalidNamespace:
    'Den Namensraum {given} gibt es nicht. Der einzige verfügbare Namensraum ist {accepted}.',
  unsupportedMediaType:
    'Der Inhaltstyp {given} wird nicht unterstützt. Senden Sie application/json, application/x-www-form-urlencoded oder, bei POST, multipart/form-data.',
  unsupportedCoding:
    'Die Inhaltskodierung {given} wird nicht unterstützt. Senden Sie den Inhalt der Anfrage ohne Content-Encoding.',
  bodyTooLarge: 'Der Inhalt der Anfrage ist zu groß. Zulässig sind höchstens {accepted} Byte.',
  termExists:
    'Der Name {given} wird bereits von der ID {id} verwendet. Wählen Sie einen anderen Namen.',
  duplicateTermSlug:
    'Der Slug {given} wird bereits von der ID {id} verwendet. Wählen Sie einen anderen Slug.',
  notFound: '{kind} {given} wurde nicht gefunden.',
  inTrash:
    '{kind} {given} liegt im Papierkorb. Zum Wiederherstellen senden Sie eine Aktualisierung mit dem Feld status.',
  pageNotFound: 'Seite {given} gibt es nicht. Die letzte Seite ist {accepted}.',
  passwordProtected:
    'Die Veranstaltung {given} ist passwortgeschützt. Senden Sie das Passwort im Parameter password.',
  unknownUser: 'Einen Benutzer mit dem Namen {given} gibt es nicht.',
  wrongPassword: 'Das Passwort für den Benutzer {given} ist falsch.',
  signIn:
    'Nur angemeldete Benutzer dürfen schreiben. Senden Sie Benutzername und Passwort per HTTP-Basic-Authentifizierung.',
  mayNotWrite: 'Die Rolle des Benutzers {given} erlaubt diesen Schreibvorgang nicht.',
  notPublished:
    '{kind} {given} ist nicht veröffentlicht. Nur Benutzer mit Bearbeitungsrecht dürfen den Datensatz lesen.',
  tooManyRequests: 'Zu viele Anfragen. Senden Sie die nächste in {accepted} Sekunden.',
  unavailable:
    'Der Dienst ist vorübergehend nicht verfügbar. Versuchen Sie es in {accepted} Sekunden erneut.',
  serverFailed: 'Der Server konnte die Anfrage wegen eines internen Fehlers nicht verarbeiten.',
  requestRejected: 'Der Server hat die Anfrage abgelehnt.',
  maintenanceTitle: 'Wartungsarbeiten',
  maintenance:
    'Diese Website wird gerade gewartet. Bitte versuchen Sie es in ein paar Minuten erneut.',
  malformedEncoding:
    'Die Prozentkodierung von {given} ist fehlerhaft. Dekodiert muss sie Text in UTF-8 ergeben.',
  malformedMultipart: 'Der Inhalt der Anfrage ist kein gültiges multipart/form-data.',
  notObject:
    'Der Inhalt der Anfrage muss ein JSON-Objekt sein, nicht {given}. Senden Sie die Felder als Eigenschaften eines Objekts.',
  notText: '{given} ist keine Zeichenkette.',
  emptyText: 'Der Wert darf weder leer noch "0" sein.',
  notInteger: '{given} ist keine ganze Zahl.',
  notPositive: '{given} ist keine ganze Zahl größer als 0.',
  notNumber: '{given} ist keine Zahl von {least} bis {most}.',
  notBoolean: '{given} ist weder wahr noch falsch; zulässig: true, false, 1, 0.',
  notFlag: '{given} ist weder wahr noch falsch; zulässig: true, false, 1, 0, yes, no, on, off.',
  notDate:
    '{given} ist kein Datum; zulässig: YYYY-MM-DD HH:MM:SS, ISO 8601, Unix-Zeit in Sekunden, Ausdrücke wie tomorrow 9am.',
  notOneOf: '{given} ist keiner der zulässigen Werte: {accepted}.',
  unpublishedStatus:
    'Datensätze mit dem Status {given} dürfen nur Benutzer mit Bearbeitungsrecht auflisten; für alle anderen zulässig: {accepted}.',
  notZone:
    '{given} ist keine Zeitzone; zulässig: Namen wie Europe/Berlin, Zeitverschiebungen wie UTC+2.',
  notUrl: '{given} ist keine absolute URL aus ASCII-Zeichen.',
  notImage: '{given} ist weder die ID eines vorhandenen Bildes noch eine absolute URL.',
  notList: '{given} ist keine Liste ganzer Zahlen größer als 0.',
  notCost:
    '{given} ist keine Preisangabe; zulässig: eine Zahl ab 0, eine Zeichenkette oder eine Liste aus Zahlen und Zeichenketten.',
  unknownRecord: '{kind} {given} wurde nicht gefunden.',
  tooManyLinks: '{given} verknüpfte Datensätze sind zu viele; zulässig sind höchstens {accepted}.',
  unknownAuthor: 'Einen Autor mit der ID {given} gibt es nicht; zulässig: {accepted}.',
  invalidLinked: '{given}: {reason}',
  ownParent:
    'Eine Kategorie darf weder sich selbst noch einer ihrer Unterkategorien untergeordnet sein.',
  needsOther: 'Dieser Parameter ist erforderlich, wenn {given} angegeben ist.',

  // kinds of record
  event: 'Veranstaltung',
  venue: 'Veranstaltungsort',
  organizer: 'Veranstalter',
  category: 'Veranstaltungskategorie',
  tag: 'Veranstaltungsschlagwort',

  // OpenAPI document
  siteDescription: 'Veranstaltungen, Veranstaltungsorte und Veranstalter in mehreren Sprachen',
  docTitle: 'Veranstaltungsdienst',
  docDescription:
    'Veranstaltungen, Veranstaltungsorte, Veranstalter, Kategorien und Schlagwörter in mehreren Sprachen. Fehlermeldungen geben die gesendeten Werte als JSON wieder.',
  docUsers:
    'Benutzer melden sich per HTTP Basic an. Mit den Rollen administrator, editor und author dürfen sie alle Datensätze schreiben, mit contributor nur eigene Entwürfe. Sie alle sehen Datensätze mit jedem Status. Benutzer mit der Rolle subscriber und nicht angemeldete Clients sehen nur veröffentlichte Datensätze und dürfen nicht schreiben.',
  indexSummary: 'Routen dieses Namensraums auflisten',
  docSummary: 'Dieses OpenAPI-Dokument abrufen',
  listSummary: 'Datensätze vom Typ {kind} auflisten',
  createSummary: '{kind} anlegen',
  readSummary: '{kind} abrufen',
  updateSummary: '{kind} aktualisieren',
  removeSummary: '{kind} löschen',
  success: 'Erfolgreich',
  failure: 'Anfrage abgelehnt',
  indexDetails: 'Zu jeder Route werden ihre Methoden und deren Parameter genannt.',
  docDetails:
    'Das Dokument beschreibt die Antworten so, wie sie gesendet werden. Seine Texte sind in der Sprache dieser Website verfasst.',
  listDetails:
    'Liefert eine Seite der Datensätze in der aktiven Sprache, auf die alle Parameter zutreffen. Die Gesamtzahlen stehen im Inhalt und in den Kopfzeilen der Antwort.',
  createDetails:
    'Speichert einen neuen Datensatz in der aktiven Sprache. Gibt es bereits einen Veranstaltungsort oder Veranstalter gleichen Namens, wird stattdessen dieser aktualisiert.',
  readDetails: 'Liefert einen Datensatz. Die Kopfzeile Link nennt seine Übersetzungen.',
  updateDetails:
    'Ändert die gesendeten Felder; alle anderen bleiben unverändert. POST, PUT und PATCH sind gleichbedeutend.',
  removeDetails:
    'Veranstaltungen, Veranstaltungsorte und Veranstalter werden in den Papierkorb verschoben. Kategorien und Schlagwörter werden endgültig gelöscht.',
  headerTotal: 'Anzahl der Datensätze auf allen Seiten.',
  headerPages: 'Anzahl der Seiten.',
  headerLocation: 'URL des neuen Datensatzes.',
  headerLink:
    'Basis-URL der REST-API und, bei einem einzelnen Datensatz, die URLs seiner Übersetzungen.',
  headerLanguage: 'Sprache des Datensatzes, der Liste oder der Fehlermeldung.',
  headerAllow: 'Methoden, die dieser Pfad unterstützt.',

  // parameters
  language: 'Sprachcode. Standard: die Sprache der Website.',
  namespace: 'Zu beschreibender Namensraum.',
  context: 'Umfang der Beschreibung: view oder help.',
  page: 'Seitennummer. Die erste Seite ist 1.',
  perPage:
    'Anzahl der Datensätze pro Seite. Werte über der Obergrenze des Servers werden auf diese gesenkt.',
  id: 'ID des Datensatzes.',
  slugInPath: 'Slug des Datensatzes.',
  password: 'Passwort einer geschützten Veranstaltung.',
  author: 'ID des Autors.',
  date: 'Datum und Uhrzeit der Veröffentlichung in Ortszeit.',
  dateUtc: 'Datum und Uhrzeit der Veröffentlichung in UTC.',
  status: 'Veröffentlichungsstatus: publish, future, draft, pending, private oder trash.',
  image: 'Bild: die ID eines vorhandenen Bildes oder eine absolute URL.',
  eventTitle: 'Titel der Veranstaltung.',
  eventDescription: 'Beschreibung der Veranstaltung.',
  eventSlug: 'Slug der Veranstaltung.',
  eventExcerpt: 'Kurzbeschreibung der Veranstaltung.',
  eventTimezone: 'Zeitzone der Veranstaltung, zum Beispiel Europe/Berlin oder UTC+2.',
  eventAllDay:
    'true: Die Veranstaltung ist ganztägig. false: Sie hat Anfangs- und Endzeit. Standard für neue Veranstaltungen: false.',
  eventStart: 'Datum und Uhrzeit des Beginns.',
  eventEnd: 'Datum und Uhrzeit des Endes.',
  eventCost:
    'Preis der Veranstaltung: eine Zahl, eine Zeichenkette oder eine Liste aus Zahlen und Zeichenketten.',
  eventWebsite: 'URL der Website der Veranstaltung.',
  eventShowMap:
    'true: Karte zur Veranstaltung anzeigen. false: Karte ausblenden. Standard für neue Veranstaltungen: false.',
  eventShowMapLink:
    'true: Link zu einer Karte anzeigen. false: Link ausblenden. Standard für neue Veranstaltungen: false.',
  eventHidden:
    'true: Veranstaltung in Listen auslassen. false: Veranstaltung in Listen aufnehmen. Standard für neue Veranstaltungen: false.',
  eventSticky:
    'true: Veranstaltung im Kalender oben anheften. false: nicht anheften. Standard für neue Veranstaltungen: false.',
  eventFeatured:
    'true: Veranstaltung auf der Website hervorheben. false: nicht hervorheben. Standard für neue Veranstaltungen: false.',
  eventCategories:
    'Kategorien der Veranstaltung: IDs, Slugs oder Namen. Zu einem unbekannten Namen wird eine Kategorie angelegt.',
  eventTags:
    'Schlagwörter der Veranstaltung: IDs, Slugs oder Namen. Zu einem unbekannten Namen wird ein Schlagwort angelegt.',
  eventVenue: 'Veranstaltungsort: die ID eines Veranstaltungsorts oder die Felder eines neuen.',
  eventOrganizer: 'Veranstalter: IDs oder die Felder neuer Veranstalter.',
  listStart: 'Nur Veranstaltungen, die an diesem Datum oder später beginnen.',
  listEnd: 'Nur Veranstaltungen, die an diesem Datum oder früher enden.',
  startsBefore: 'Nur Veranstaltungen, die vor diesem Datum beginnen.',
  startsAfter: 'Nur Veranstaltungen, die nach diesem Datum beginnen.',
  endsBefore: 'Nur Veranstaltungen, die vor diesem Datum enden.',
  endsAfter: 'Nur Veranstaltungen, die nach diesem Datum enden.',
  strictDates:
    'true: Datumsfilter gelten sekundengenau. false: Sie umfassen ganze Tage. Standard: false.',
  searchEvents:
    'Nur Veranstaltungen, in deren Titel, Beschreibung oder Kurzbeschreibung alle diese Wörter vorkommen. Eine Wortfolge in geraden Anführungszeichen muss genau so vorkommen. Ein Wort mit vorangestelltem - darf nicht vorkommen.',
  searchVenues:
    'Nur Veranstaltungsorte mit diesem Text in Name, Beschreibung, Anschrift oder Telefonnummer.',
  searchOrganizers: 'Nur Veranstalter mit diesem Text in Name, Beschreibung oder Kontaktdaten.',
  searchTerms: 'Nur Einträge mit diesem Text in Name oder Slug.',
  inCategories:
    'Nur Veranstaltungen in mindestens einer dieser Kategorien oder ihrer Unterkategorien. Zulässig sind IDs, Slugs oder Namen.',
  withTags:
    'Nur Veranstaltungen mit mindestens einem dieser Schlagwörter. Zulässig sind IDs, Slugs oder Namen.',
  atVenues: 'Nur Veranstaltungen an einem der Veranstaltungsorte mit diesen IDs.',
  byOrganizers: 'Nur Veranstaltungen von Veranstaltern mit diesen IDs.',
  featured:
    'true: nur hervorgehobene Veranstaltungen. false: nur nicht hervorgehobene. Standard: kein Filter.',
  listStatus:
    'Nur Datensätze mit einem dieser Status: publish, future, draft, pending, private, trash. Standard: publish.',
  geoloc:
    'true: nur Veranstaltungen, deren Veranstaltungsort Koordinaten hat. false: nur die übrigen. Standard: kein Filter.',
  geolocLat:
    'Geografische Breite des Suchmittelpunkts in Grad, von -90 bis 90. Aufgelistet werden nur Veranstaltungen an Orten in der Nähe. Erfordert geoloc_lng.',
  geolocLng:
    'Geografische Länge des Suchmittelpunkts in Grad, von -180 bis 180. Aufgelistet werden nur Veranstaltungen an Orten in der Nähe. Erfordert geoloc_lat.',
  include: 'Nur Veranstaltungen mit diesen IDs. Datumsfilter werden dann ignoriert.',
  postParent: 'Nur Veranstaltungen, die der Veranstaltung mit dieser ID untergeordnet sind.',
  ticketed:
    'true: nur Veranstaltungen mit Eintrittskarten. false: nur Veranstaltungen ohne Eintrittskarten. Standard: kein Filter.',
  ofEvent: 'Nur Datensätze, die mit der Veranstaltung mit dieser ID verknüpft sind.',
  hasEvents:
    'true: nur Datensätze mit Veranstaltungen. false: nur Datensätze ohne Veranstaltungen. Veranstaltungen mit dem Status draft, pending oder trash zählen nicht. Standard: kein Filter.',
  onlyWithUpcoming:
    'true: nur Datensätze mit bevorstehenden Veranstaltungen. false: kein Filter. Standard: false.',
  venueName: 'Name des Veranstaltungsorts.',
  venueDescription: 'Beschreibung des Veranstaltungsorts.',
  venueShowMap:
    'true: Veranstaltungen an diesem Ort zeigen eine Karte. false: Sie zeigen keine. Standard für neue Veranstaltungsorte: true.',
  venueShowMapLink:
    'true: Veranstaltungen an diesem Ort zeigen einen Link zu einer Karte. false: Sie zeigen keinen. Standard für neue Veranstaltungsorte: true.',
  venueAddress: 'Straße und Hausnummer des Veranstaltungsorts.',
  venueCity: 'Stadt des Veranstaltungsorts.',
  venueCountry: 'Land des Veranstaltungsorts.',
  venueProvince: 'Provinz des Veranstaltungsorts.',
  venueState: 'Bundesland oder Bundesstaat des Veranstaltungsorts.',
  venueZip: 'Postleitzahl des Veranstaltungsorts.',
  venuePhone: 'Telefonnummer des Veranstaltungsorts.',
  venueStateProvince: 'Bundesland, Bundesstaat oder Provinz des Veranstaltungsorts.',
  venueWebsite: 'URL der Website des Veranstaltungsorts.',
  organizerName: 'Name des Veranstalters.',
  organizerDescription: 'Beschreibung des Veranstalters.',
  organizerPhone: 'Telefonnummer des Veranstalters.',
  organizerWebsite: 'URL der Website des Veranstalters.',
  organizerEmail: 'E-Mail-Adresse des Veranstalters.',
  termName: 'Name der Kategorie oder des Schlagworts.',
  termDescription: 'Beschreibung der Kategorie oder des Schlagworts.',
  termSlug: 'Slug der Kategorie oder des Schlagworts.',
  categoryParent: 'ID der übergeordneten Kategorie.',
  excludeTerms: 'Auszuschließende IDs.',
  includeTerms: 'Nur Einträge mit diesen IDs.',
  order: 'Sortierrichtung: asc oder desc. Standard: asc.',
  orderby:
    'Sortierkriterium: id, name, slug, count, description, parent oder include. Standard: name.',
  hideEmpty:
    'true: Einträge ohne veröffentlichte Veranstaltungen auslassen. false: auch diese auflisten. Standard: true.',
  parentFilter: 'Nur direkte Unterkategorien der Kategorie mit dieser ID.',
  termsOfPost: 'Nur Einträge, die der Veranstaltung mit dieser ID zugeordnet sind.',
  slugFilter: 'Nur der Eintrag mit diesem Slug.',
}
