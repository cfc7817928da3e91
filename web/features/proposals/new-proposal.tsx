import { useQuery } from '@rocicorp/zero/react';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { type ProposalFor, useCreateProposal } from './use-create-proposal.ts';

interface NewProposalProps {
  to?: ProposalFor;
  /** True for the one main button of a screen. */
  isPrimary?: boolean;
}

/** Makes a proposal, blank or from a template, and opens it. */
export function NewProposal({ to = {}, isPrimary = false }: NewProposalProps) {
  const { t } = useTranslation('proposals');
  const { create, copy } = useCreateProposal();
  const [templates] = useQuery(queries.proposals.templates());
  const shape = isPrimary ? ({ variant: 'primary' } as const) : ({ size: 'small' } as const);
  if (templates.length === 0) {
    return (
      <Button {...shape} icon={<Plus />} writes onClick={() => void create(to)}>
        {t('new')}
      </Button>
    );
  }
  return (
    <Menu
      trigger={
        <Button {...shape} icon={<Plus />} writes>
          {t('new')}
        </Button>
      }
      groups={[
        { items: [{ label: t('blank'), writes: true, onSelect: () => void create(to) }] },
        {
          label: t('templates.title'),
          items: templates.map((template) => ({
            label: template.title,
            writes: true,
            onSelect: () => void copy(template, to),
          })),
        },
      ]}
    />
  );
}
