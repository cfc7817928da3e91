import { type RouteObject, useParams } from 'react-router-dom';
import { rowId } from '#core/domain/values/ids.ts';
import { StepsSection } from '#web/features/automations/steps-section.tsx';
import { CalendarPage } from '#web/features/scheduling/calendar/calendar-page.tsx';
import { ContractTemplatePage } from '#web/features/documents/contract-template-page.tsx';
import { DocumentsPage } from '#web/features/documents/documents-page.tsx';
import { ProductsPage } from '#web/features/products/products-page.tsx';
import { QuestionnaireTemplatePage } from '#web/features/documents/questionnaire-template-page.tsx';
import { LocationsPage } from '#web/features/scheduling/locations/locations-page.tsx';
import { BookingRulesPage } from '#web/features/scheduling/rules/booking-rules-page.tsx';
import { TypePage } from '#web/features/scheduling/types/type-page.tsx';
import { TypesPage } from '#web/features/scheduling/types/types-page.tsx';
import { QuickSession } from '#web/features/sessions/quick-session.tsx';
import { paths } from '#web/lib/paths.ts';
import { requireCapability } from '../route-guard.tsx';
import { SchedulingTabs, SettingsTabs } from '../tabs.tsx';

const tabs = <SchedulingTabs />;
const settings = <SettingsTabs />;

/** Automations of the session type in the address. The page itself shows a missing type. */
function TypeAutomations() {
  const id = rowId.safeParse(useParams()['sessionTypeId']).data;
  return id ? <StepsSection sessionTypeId={id} /> : null;
}

/** Routes of the calendar, session types, locations, plans and booking rules. */
export const schedulingRoutes: RouteObject[] = [
  {
    path: paths.scheduling,
    element: requireCapability(
      'sessions.read',
      <CalendarPage tabs={tabs} quickCreate={(time, onClose) => <QuickSession {...time} onClose={onClose} />} />,
    ),
  },
  {
    path: paths.sessionTypes,
    element: requireCapability('sessions.read', <TypesPage tabs={tabs} />),
  },
  {
    path: paths.sessionType,
    element: requireCapability('scheduling.write', <TypePage automations={<TypeAutomations />} />),
  },
  { path: paths.products, element: requireCapability('money.read', <ProductsPage tabs={tabs} />) },
  { path: paths.documents, element: requireCapability('scheduling.write', <DocumentsPage tabs={tabs} />) },
  { path: paths.contractTemplate, element: requireCapability('scheduling.write', <ContractTemplatePage />) },
  { path: paths.questionnaireTemplate, element: requireCapability('scheduling.write', <QuestionnaireTemplatePage />) },
  { path: paths.locations, element: requireCapability('sessions.read', <LocationsPage tabs={settings} />) },
  {
    path: paths.booking,
    element: requireCapability('scheduling.write', <BookingRulesPage tabs={settings} />),
  },
];
