extension Layer {
  /// What distinguishes it from other layers, whatever it shows.
  var kind: ActionContext { content.context }

  /// What it shows and does: the list of all layers.
  var content: any LayerContent {
    switch self {
    case .help(let help): help
    case .badge(let input, let feedback): BadgeDialog(input: input, feedback: feedback)
    case .user(let input, let feedback): LogInDialog(input: input, feedback: feedback)
    case .disabling(let scroll): DisablingQuestion(scroll: scroll)
    case .deleting(let keys, let scroll): DeletingQuestion(keys: keys, scroll: scroll)
    case .center(let name, let gone, let scroll): CenterPage(name: name, gone: gone, scroll: scroll)
    case .domain(let host, let check, let scroll): DomainPage(host: host, check: check, scroll: scroll)
    case .command(let palette): palette
    case .launch(let selected, let isLoading): CampaignMenu(selected: selected, isLoading: isLoading)
    case .faults(let selected): FaultMenu(selected: selected)
    case .proof(let proof, let scroll): ProofPage(proof: proof, scroll: scroll)
    case .comparing(let input, let feedback): CompareDialog(input: input, feedback: feedback)
    case .comparison(let compare, let scroll): ComparePage(compare: compare, scroll: scroll)
    case .lens(let lens): if lens.reading == nil { LensPage(lens: lens) } else { LensReason(lens: lens) }
    case .stale(let stale, let scroll): StalePage(stale: stale, scroll: scroll)
    case .outcome(let trail, let scroll): OutcomePage(trail: trail, scroll: scroll)
    case .themes(let picker): picker
    case .event(let line, let scroll): EventPage(line: line, scroll: scroll)
    case .notices(let scroll): NoticesPage(scroll: scroll)
    case .card: FirstCard()
    }
  }
}
