namespace Sigma.Engine.Detections;

/// <summary>
/// What a condition says of an event that has none of its fields. Where nobody knows what an event is, a rule that fires on such events
/// would fire on all that are not its own.
/// </summary>
internal static class Silence
{
    /// <summary>Whether the condition holds for an event without any field.</summary>
    public static bool Satisfies(DetectionNode node) => node switch
    {
        AllOfNode all => all.Nodes.All(Satisfies),
        AnyOfNode any => any.Nodes.Any(Satisfies),
        AtLeastNode some => some.Nodes.Count(Satisfies) >= some.Count,
        NotNode not => !Satisfies(not.Node),
        NamedNode named => Satisfies(named.Node),
        FieldNode { Field: not null, Test: PresenceTest presence } => !presence.IsPresent,
        FieldNode { Field: not null, Test: ExistenceTest existence } => !existence.Exists,
        _ => false,
    };

    /// <summary>The fields of a condition.</summary>
    public static IEnumerable<string> Fields(DetectionNode node) => node switch
    {
        AllOfNode all => all.Nodes.SelectMany(Fields),
        AnyOfNode any => any.Nodes.SelectMany(Fields),
        AtLeastNode some => some.Nodes.SelectMany(Fields),
        NotNode not => Fields(not.Node),
        NamedNode named => Fields(named.Node),
        FieldNode { Field: { } field } => [field],
        _ => [],
    };
}
