import type { Messages } from './en.ts'

export const frMessages: Messages = {
  // errors
  listSeparator: ', ',
  missing: 'Paramètres manquants : {names}.',
  invalid: 'Paramètres non valides : {names}.',
  invalidJson:
    'Le corps de la requête n’est pas lisible en tant que JSON. Envoyez du JSON valide, de {accepted} niveaux d’imbrication au plus.',
  noRoute:
    'Aucune route ne correspond à {method} {path}. Toutes les routes figurent dans l’index {index}.',
  noSite:
    'Aucun site ne correspond à {method} {path}. Sites de ce serveur simulé : {accepted}. Exemple d’URL valide : {url}.',
  addSite:
    'Pour ajouter un site, démarrez le serveur avec --sites {accepted} ou avec l’option sites.',
  usePreset:
    'Pour ce type d’URL, démarrez le serveur avec --preset {given} ou avec l’option preset.',
  knownMethods:
    'La méthode {method} n’est pas autorisée pour {path}. Méthodes autorisées : {accepted}.',
  strict:
    'Cette requête est erronée et le serveur simulé est en mode strict. Le service lui-même l’accepterait.',
  strictReason: 'Remarque en anglais : {reason}',
  overrideOnRead:
    'Une requête {given} ne doit rien écrire et sa méthode ne peut donc pas être remplacée par {method}. Envoyez {method} directement, ou remplacez la méthode d’une requête POST.',
  invalidNamespace:
    'L’espace de noms {given} n’existe pas. Le seul espace de noms disponible est {accepted}.',
  unsupportedMediaType:
    'Le type de contenu {given} n’est pas pris en charge. Envoyez application/json, application/x-www-form-urlencoded ou, avec POST, multipart/form-data.',
  unsupportedCoding:
    'Le codage de contenu {given} n’est pas pris en charge. Envoyez le corps de la requête sans Content-Encoding.',
  bodyTooLarge:
    'Le corps de la requête est trop volumineux. La taille maximale est de {accepted} octets.',
  termExists: 'Le nom {given} est déjà utilisé par l’ID {id}. Choisissez un autre nom.',
  duplicateTermSlug: 'Le slug {given} est déjà utilisé par l’ID {id}. Choisissez un autre slug.',
  notFound: 'L’enregistrement {given} ({kind}) est introuvable.',
  inTrash:
    'L’enregistrement {given} ({kind}) est dans la corbeille. Pour le restaurer, envoyez une mise à jour avec le champ status.',
  pageNotFound: 'La page {given} n’existe pas. La dernière page est la page {accepted}.',
  passwordProtected:
    'L’événement {given} est protégé par un mot de passe. Envoyez ce mot de passe dans le paramètre password.',
  unknownUser: 'L’utilisateur {given} n’existe pas.',
  wrongPassword: 'Le mot de passe de l’utilisateur {given} est incorrect.',
  signIn:
    'Seuls les utilisateurs authentifiés peuvent écrire. Envoyez un nom d’utilisateur et un mot de passe par authentification HTTP Basic.',
  mayNotWrite: 'Le rôle de l’utilisateur {given} n’autorise pas cette opération d’écriture.',
  notPublished:
    'L’enregistrement {given} ({kind}) n’est pas publié. Seuls les utilisateurs disposant du droit de modification peuvent le lire.',
  tooManyRequests: 'Trop de requêtes. Envoyez la suivante dans {accepted} secondes.',
  unavailable: 'Le service est temporairement indisponible. Réessayez dans {accepted} secondes.',
  serverFailed: 'Le serveur n’a pas pu traiter la requête en raison d’une erreur interne.',
  requestRejected: 'Le serveur a rejeté la requête.',
  maintenanceTitle: 'Maintenance',
  maintenance: 'Ce site est en maintenance. Veuillez réessayer dans quelques minutes.',
  malformedEncoding:
    'L’encodage-pourcent de {given} n’est pas valide. Une fois décodé, il doit donner du texte UTF-8.',
  malformedMultipart: 'Le corps de la requête n’est pas du multipart/form-data valide.',
  notObject:
    'Le corps de la requête doit être un objet JSON, et non {given}. Envoyez les champs en tant que propriétés d’un seul objet.',
  notText: '{given} n’est pas une chaîne de caractères.',
  emptyText: 'La valeur ne doit être ni vide ni "0".',
  notInteger: '{given} n’est pas un nombre entier.',
  notPositive: '{given} n’est pas un nombre entier supérieur à 0.',
  notNumber: '{given} n’est pas un nombre compris entre {least} et {most}.',
  notBoolean: '{given} n’est ni vrai ni faux ; valeurs acceptées : true, false, 1, 0.',
  notFlag:
    '{given} n’est ni vrai ni faux ; valeurs acceptées : true, false, 1, 0, yes, no, on, off.',
  notDate:
    '{given} n’est pas une date ; formats acceptés : YYYY-MM-DD HH:MM:SS, ISO 8601, heure Unix en secondes, expressions telles que tomorrow 9am.',
  notOneOf: '{given} ne fait pas partie des valeurs acceptées : {accepted}.',
  unpublishedStatus:
    '{given} est réservé aux utilisateurs disposant du droit de modification ; valeurs acceptées pour les autres : {accepted}.',
  notZone:
    '{given} n’est pas un fuseau horaire ; valeurs acceptées : noms tels que Europe/Berlin, décalages tels que UTC+2.',
  notUrl: '{given} n’est pas une URL absolue en caractères ASCII.',
  notImage: '{given} n’est ni l’ID d’une image existante ni une URL absolue.',
  notList: '{given} n’est pas une liste de nombres entiers supérieurs à 0.',
  notCost:
    '{given} n’est pas un tarif ; valeurs acceptées : un nombre supérieur ou égal à 0, une chaîne de caractères, ou une liste de nombres et de chaînes.',
  unknownRecord: 'L’enregistrement {given} ({kind}) est introuvable.',
  tooManyLinks: 'Trop d’enregistrements liés ({given}) ; nombre maximal accepté : {accepted}.',
  unknownAuthor: 'L’auteur {given} n’existe pas ; valeurs acceptées : {accepted}.',
  invalidLinked: '{given} : {reason}',
  ownParent:
    'Une catégorie ne peut être placée ni sous elle-même ni sous l’une de ses sous-catégories.',
  needsOther: 'Ce paramètre est obligatoire lorsque {given} est fourni.',

  // kinds of record
  event: 'événement',
  venue: 'lieu',
  organizer: 'organisateur',
  category: 'catégorie d’événements',
  tag: 'étiquette d’événements',

  // OpenAPI document
  siteDescription: 'Événements, lieux et organisateurs en plusieurs langues',
  docTitle: 'Service d’annonces d’événements',
  docDescription:
    'Événements, lieux, organisateurs, catégories et étiquettes en plusieurs langues. Les messages d’erreur reproduisent les valeurs envoyées au format JSON.',
  docUsers:
    'Les utilisateurs s’authentifient par HTTP Basic. Les rôles administrator, editor et author permettent d’écrire tous les enregistrements, le rôle contributor uniquement ses propres brouillons. Tous ces utilisateurs voient les enregistrements, quel que soit leur statut. Les utilisateurs ayant le rôle subscriber et les clients anonymes ne voient que les enregistrements publiés et ne peuvent pas écrire.',
  indexSummary: 'Lister les routes de cet espace de noms',
  docSummary: 'Obtenir ce document OpenAPI',
  listSummary: 'Lister les enregistrements de type {kind}',
  createSummary: 'Créer un enregistrement de type {kind}',
  readSummary: 'Obtenir un enregistrement de type {kind}',
  updateSummary: 'Mettre à jour un enregistrement de type {kind}',
  removeSummary: 'Supprimer un enregistrement de type {kind}',
  success: 'Succès',
  failure: 'Requête rejetée',
  indexDetails: 'Chaque route figure avec ses méthodes et les paramètres qu’elles acceptent.',
  docDetails:
    'Ce document décrit les réponses telles qu’elles sont envoyées. Ses textes sont rédigés dans la langue de ce site.',
  listDetails:
    'Renvoie une page des enregistrements dans la langue active qui correspondent à tous les paramètres. Les totaux figurent dans le corps et dans les en-têtes de la réponse.',
  createDetails:
    'Crée un enregistrement dans la langue active. Si un lieu ou un organisateur du même nom existe déjà, c’est lui qui est mis à jour.',
  readDetails: 'Renvoie un enregistrement. L’en-tête Link indique ses traductions.',
  updateDetails:
    'Modifie les champs envoyés et conserve tous les autres. POST, PUT et PATCH sont équivalents.',
  removeDetails:
    'Les événements, les lieux et les organisateurs sont mis à la corbeille. Les catégories et les étiquettes sont supprimées définitivement.',
  headerTotal: 'Nombre d’enregistrements sur l’ensemble des pages.',
  headerPages: 'Nombre de pages.',
  headerLocation: 'URL du nouvel enregistrement.',
  headerLink:
    'URL de la racine de l’API REST et, pour un seul enregistrement, URL de ses traductions.',
  headerLanguage: 'Langue de l’enregistrement, de la liste ou du message d’erreur.',
  headerAllow: 'Méthodes que ce chemin prend en charge.',

  // parameters
  language: 'Code de langue. Par défaut : la langue du site.',
  namespace: 'Espace de noms à décrire.',
  context: 'Étendue de la description : view ou help.',
  page: 'Numéro de page. La première page porte le numéro 1.',
  perPage:
    'Nombre d’enregistrements par page. Toute valeur supérieure à la limite du serveur est ramenée à cette limite.',
  id: 'ID de l’enregistrement.',
  slugInPath: 'Slug de l’enregistrement.',
  password: 'Mot de passe d’un événement protégé.',
  author: 'ID de l’auteur.',
  date: 'Date et heure de publication, en heure locale.',
  dateUtc: 'Date et heure de publication, en UTC.',
  status: 'Statut de publication : publish, future, draft, pending, private ou trash.',
  image: 'Image : l’ID d’une image existante ou une URL absolue.',
  eventTitle: 'Titre de l’événement.',
  eventDescription: 'Description de l’événement.',
  eventSlug: 'Slug de l’événement.',
  eventExcerpt: 'Résumé de l’événement.',
  eventTimezone: 'Fuseau horaire de l’événement, par exemple Europe/Berlin ou UTC+2.',
  eventAllDay:
    'true : l’événement dure toute la journée. false : il a une heure de début et une heure de fin. Par défaut pour un nouvel événement : false.',
  eventStart: 'Date et heure de début de l’événement.',
  eventEnd: 'Date et heure de fin de l’événement.',
  eventCost:
    'Tarif de l’événement : un nombre, une chaîne de caractères, ou une liste de nombres et de chaînes.',
  eventWebsite: 'URL du site web de l’événement.',
  eventShowMap:
    'true : afficher une carte avec l’événement. false : ne pas en afficher. Par défaut pour un nouvel événement : false.',
  eventShowMapLink:
    'true : afficher un lien vers une carte avec l’événement. false : ne pas en afficher. Par défaut pour un nouvel événement : false.',
  eventHidden:
    'true : exclure l’événement des listes. false : l’y inclure. Par défaut pour un nouvel événement : false.',
  eventSticky:
    'true : épingler l’événement en tête du calendrier. false : ne pas l’épingler. Par défaut pour un nouvel événement : false.',
  eventFeatured:
    'true : mettre l’événement en avant sur le site. false : ne pas le mettre en avant. Par défaut pour un nouvel événement : false.',
  eventCategories:
    'Catégories de l’événement : ID, slugs ou noms. Un nom inconnu crée une catégorie.',
  eventTags: 'Étiquettes de l’événement : ID, slugs ou noms. Un nom inconnu crée une étiquette.',
  eventVenue: 'Lieu de l’événement : l’ID d’un lieu ou les champs d’un nouveau lieu.',
  eventOrganizer: 'Organisateurs de l’événement : des ID ou les champs de nouveaux organisateurs.',
  listStart: 'Uniquement les événements qui commencent à cette date ou après.',
  listEnd: 'Uniquement les événements qui se terminent à cette date ou avant.',
  startsBefore: 'Uniquement les événements qui commencent avant cette date.',
  startsAfter: 'Uniquement les événements qui commencent après cette date.',
  endsBefore: 'Uniquement les événements qui se terminent avant cette date.',
  endsAfter: 'Uniquement les événements qui se terminent après cette date.',
  strictDates:
    'true : les filtres de date s’appliquent à la seconde près. false : ils couvrent des jours entiers. Par défaut : false.',
  searchEvents:
    'Uniquement les événements dont le titre, la description ou le résumé contiennent tous ces mots. Une expression entre guillemets droits doit figurer telle quelle. Un mot précédé de - ne doit pas figurer.',
  searchVenues:
    'Uniquement les lieux dont le nom, la description, l’adresse ou le numéro de téléphone contient ce texte.',
  searchOrganizers:
    'Uniquement les organisateurs dont le nom, la description ou les coordonnées contiennent ce texte.',
  searchTerms: 'Uniquement les éléments dont le nom ou le slug contient ce texte.',
  inCategories:
    'Uniquement les événements d’au moins une de ces catégories ou de leurs sous-catégories. Valeurs acceptées : ID, slugs ou noms.',
  withTags:
    'Uniquement les événements portant au moins une de ces étiquettes. Valeurs acceptées : ID, slugs ou noms.',
  atVenues: 'Uniquement les événements dans l’un des lieux ayant ces ID.',
  byOrganizers: 'Uniquement les événements des organisateurs ayant ces ID.',
  featured:
    'true : uniquement les événements mis en avant. false : uniquement les autres événements. Par défaut : aucun filtre.',
  listStatus:
    'Uniquement les enregistrements ayant l’un de ces statuts : publish, future, draft, pending, private, trash. Par défaut : publish.',
  geoloc:
    'true : uniquement les événements dont le lieu a des coordonnées. false : uniquement les autres événements. Par défaut : aucun filtre.',
  geolocLat:
    'Latitude du centre de la recherche en degrés, de -90 à 90. Seuls les événements dans un lieu proche sont renvoyés. Nécessite geoloc_lng.',
  geolocLng:
    'Longitude du centre de la recherche en degrés, de -180 à 180. Seuls les événements dans un lieu proche sont renvoyés. Nécessite geoloc_lat.',
  include: 'Uniquement les événements ayant ces ID. Les filtres de date sont alors ignorés.',
  postParent: 'Uniquement les événements dont le parent est l’événement ayant cet ID.',
  ticketed:
    'true : uniquement les événements avec billets. false : uniquement les événements sans billets. Par défaut : aucun filtre.',
  ofEvent: 'Uniquement les enregistrements liés à l’événement ayant cet ID.',
  hasEvents:
    'true : uniquement les enregistrements avec des événements. false : uniquement les enregistrements sans événement. Les événements au statut draft, pending ou trash ne comptent pas. Par défaut : aucun filtre.',
  onlyWithUpcoming:
    'true : uniquement les enregistrements ayant des événements à venir. false : aucun filtre. Par défaut : false.',
  venueName: 'Nom du lieu.',
  venueDescription: 'Description du lieu.',
  venueShowMap:
    'true : les événements de ce lieu affichent une carte. false : ils n’en affichent pas. Par défaut pour un nouveau lieu : true.',
  venueShowMapLink:
    'true : les événements de ce lieu affichent un lien vers une carte. false : ils n’en affichent pas. Par défaut pour un nouveau lieu : true.',
  venueAddress: 'Numéro et rue du lieu.',
  venueCity: 'Ville où se trouve le lieu.',
  venueCountry: 'Pays où se trouve le lieu.',
  venueProvince: 'Province où se trouve le lieu.',
  venueState: 'État fédéré où se trouve le lieu.',
  venueZip: 'Code postal du lieu.',
  venuePhone: 'Numéro de téléphone du lieu.',
  venueStateProvince: 'État fédéré ou province où se trouve le lieu.',
  venueWebsite: 'URL du site web du lieu.',
  organizerName: 'Nom de l’organisateur.',
  organizerDescription: 'Description de l’organisateur.',
  organizerPhone: 'Numéro de téléphone de l’organisateur.',
  organizerWebsite: 'URL du site web de l’organisateur.',
  organizerEmail: 'Adresse e-mail de l’organisateur.',
  termName: 'Nom de la catégorie ou de l’étiquette.',
  termDescription: 'Description de la catégorie ou de l’étiquette.',
  termSlug: 'Slug de la catégorie ou de l’étiquette.',
  categoryParent: 'ID de la catégorie parente.',
  excludeTerms: 'ID à exclure.',
  includeTerms: 'Uniquement les éléments ayant ces ID.',
  order: 'Sens du tri : asc ou desc. Par défaut : asc.',
  orderby:
    'Critère de tri : id, name, slug, count, description, parent ou include. Par défaut : name.',
  hideEmpty:
    'true : exclure les éléments sans événement publié. false : les inclure. Par défaut : true.',
  parentFilter: 'Uniquement les sous-catégories directes de la catégorie ayant cet ID.',
  termsOfPost: 'Uniquement les éléments associés à l’événement ayant cet ID.',
  slugFilter: 'Uniquement l’élément ayant ce slug.',
}
