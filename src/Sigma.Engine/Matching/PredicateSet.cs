using System.Text;
using Sigma.Engine.Detections;
using Sigma.Engine.Mapping;
using Sigma.Engine.Matching.Literals;
using Sigma.Engine.Matching.Values;
using Sigma.Engine.Patterns;
using Sigma.Engine.Records;

namespace Sigma.Engine.Matching;

/// <summary>Collects the predicates of rules, without duplicates, and builds the indexes over their literals.</summary>
internal sealed class PredicateSet(EventMapping mapping)
{
    private readonly Dictionary<(int Field, ValueTest Test), Predicate> _known = [];
    private readonly Dictionary<string, int> _fields = new(StringComparer.Ordinal);
    private readonly List<FieldDraft> _drafts = [];
    private readonly List<Predicate> _predicates = [];
    private readonly List<List<int>> _literals = [];

    /// <summary>The field that stands for all scalars; -1 when no rule has a keyword.</summary>
    public int KeywordField { get; private set; } = -1;

    public IReadOnlyList<Predicate> Predicates => _predicates;

    /// <summary>For each literal, the predicates to which it belongs.</summary>
    public int[][] LiteralPredicates => [.. _literals.Select(literal => literal.ToArray())];

    public IReadOnlyDictionary<string, int> Fields => _fields;

    public int Field(string name)
    {
        if (!_fields.TryGetValue(name, out var field))
        {
            field = _fields[name] = _drafts.Count;
            _drafts.Add(new([.. mapping.TargetsOf(name)]));
        }

        return field;
    }

    public Predicate Presence(int field, string? name) => Marked(field, name, new PresenceTest(IsPresent: true));

    public Predicate Existence(string name) => Marked(Field(name), name, new ExistenceTest(Exists: true));

    public Predicate Add(string? name, ValueTest test)
    {
        var field = name is null ? Keywords() : Field(name);
        return Intern(field, test, () => Create(field, name, test));
    }

    /// <returns>The tree of names, and the tests of each field.</returns>
    public (NameTree Tree, FieldPlan[] Plans) Build()
    {
        var (tree, nodes) = NameTree.Build(_drafts.SelectMany(draft => draft.Targets).Distinct(), mapping.RemovesBlanks);
        return (tree, [.. _drafts.Select((draft, field) => draft.Build(
            field == KeywordField ? [tree.Count] : [.. draft.Targets.Select(target => nodes[target])],
            IdOf(field, new PresenceTest(IsPresent: true)),
            IdOf(field, new ExistenceTest(Exists: true))))]);
    }

    private int IdOf(int field, ValueTest test) => _known.TryGetValue((field, test), out var predicate) ? predicate.Id : -1;

    /// <summary>A test without an index: reading the record gives its result.</summary>
    private Predicate Marked(int field, string? name, ValueTest test) => Intern(field, test, () =>
        new(_predicates.Count, field, name, test, new AnyMatcher(), PredicateEvidence.Decisive) { Cost = 1 });

    private int Keywords()
    {
        if (KeywordField < 0)
        {
            KeywordField = _drafts.Count;
            _drafts.Add(new([]));
        }

        return KeywordField;
    }

    private Predicate Intern(int field, ValueTest test, Func<Predicate> create)
    {
        if (!_known.TryGetValue((field, test), out var predicate))
        {
            predicate = _known[(field, test)] = create();
            _predicates.Add(predicate);
        }

        return predicate;
    }

    private Predicate Create(int field, string? name, ValueTest test)
    {
        var id = _predicates.Count;
        switch (test)
        {
            case TextTest { Pattern: var pattern, IsCased: var cased }:
                return CreateText(id, field, name, test, pattern, cased);
            case NumberTest { Number: var number }:
                Literal(_drafts[field].Exact, TextFolding.Fold(number), id);
                Literal(_drafts[field].Numbers, Encoding.ASCII.GetBytes(number), id);
                return new(id, field, name, test, new NumberMatcher(number), PredicateEvidence.Decisive) { Cost =
                    Costs.Exact(number.Length) };
            case RegexTest { Regex: var regex } when RegexLiterals.Required(regex.Text, regex.Options) is { } required:
                Literal(_drafts[field].Pieces, TextFolding.Fold(required), id);
                return new(id, field, name, test, new RegexMatcher(regex), PredicateEvidence.Necessary) { Cost =
                    Costs.Piece(required.Length) };
            case FieldReferenceTest reference:
                return new(id, field, name, test, new ReferenceMatcher(Field(reference.Other), reference), PredicateEvidence.None);
            default:
                return new(id, field, name, test, test switch
                {
                    NumberComparisonTest comparison => new ComparisonMatcher(comparison),
                    RegexTest { Regex: var regex } => new RegexMatcher(regex),
                    NetworkTest { Network: var network } => new NetworkMatcher(new NetworkRange(network)),
                    _ => throw new InvalidOperationException($"No case for {test}."),
                }, PredicateEvidence.None);
        }
    }

    private Predicate CreateText(int id, int field, string? name, ValueTest test, TextPattern pattern, bool isCased)
    {
        var inner = pattern.Pieces.SkipWhile(piece => piece.Kind == PieceKind.AnyRun).Reverse()
            .SkipWhile(piece => piece.Kind == PieceKind.AnyRun).Reverse().ToList();
        if (inner.Count == 0 && pattern.Pieces.Count > 0)
        {
            return new(id, field, name, test, new AnyMatcher(), PredicateEvidence.None);
        }

        if (inner.Exists(piece => piece.Kind != PieceKind.Literal))
        {
            var matcher = new WildcardMatcher(new(pattern, isCased), isCased);
            var literals = inner.Where(piece => piece.Kind == PieceKind.Literal).Select(piece => piece.Text);
            if (literals.MaxBy(literal => literal.Length) is not { } longest)
            {
                return new(id, field, name, test, matcher, PredicateEvidence.None);
            }

            Literal(_drafts[field].Pieces, TextFolding.Fold(longest), id);
            return new(id, field, name, test, matcher, PredicateEvidence.Necessary) { Cost = Costs.Piece(longest.Length) };
        }

        var text = string.Concat(inner.Select(piece => piece.Text));
        var relation = (pattern.StartsWithAnyRun, pattern.EndsWithAnyRun) switch
        {
            (true, true) => TextRelation.Contains,
            (true, false) => TextRelation.EndsWith,
            (false, true) => TextRelation.StartsWith,
            _ => TextRelation.Equal,
        };
        var draft = _drafts[field];
        Literal(relation switch
        {
            TextRelation.Contains => draft.Pieces,
            TextRelation.EndsWith => draft.Suffixes,
            TextRelation.StartsWith => draft.Prefixes,
            _ => draft.Exact,
        }, TextFolding.Fold(text), id);
        var literal = isCased ? Encoding.UTF8.GetBytes(text) : TextFolding.Fold(text);
        return new(id, field, name, test, new LiteralMatcher(literal, relation, isCased), isCased ? PredicateEvidence.Necessary
            : PredicateEvidence.Decisive)
        {
            Cost = relation switch
            {
                TextRelation.Equal => Costs.Exact(text.Length),
                TextRelation.Contains => Costs.Piece(text.Length),
                _ => Costs.Affix(text.Length),
            },
        };
    }

    private void Literal(Dictionary<byte[], int> literals, byte[] text, int predicate)
    {
        if (!literals.TryGetValue(text, out var literal))
        {
            literal = literals[text] = _literals.Count;
            _literals.Add([]);
        }

        _literals[literal].Add(predicate);
    }

    /// <summary>
    /// Roughly how often records contain a literal of a given length, by its kind: guesses, of which only the order matters.
    /// </summary>
    private static class Costs
    {
        public static double Exact(int length) => 0.005 + (0.3 / (length + 1));

        public static double Affix(int length) => 0.01 + (0.6 / (length + 1));

        public static double Piece(int length) => length < 3 ? 0.8 : 0.005 + (1.0 / (length + 1));
    }

    /// <summary>Literals by their folded text.</summary>
    private sealed record FieldDraft(FieldTarget[] Targets)
    {
        public Dictionary<byte[], int> Exact { get; } = new(BytesComparer.Instance);

        public Dictionary<byte[], int> Prefixes { get; } = new(BytesComparer.Instance);

        public Dictionary<byte[], int> Suffixes { get; } = new(BytesComparer.Instance);

        public Dictionary<byte[], int> Pieces { get; } = new(BytesComparer.Instance);

        public Dictionary<byte[], int> Numbers { get; } = new(BytesComparer.Instance);

        public FieldPlan Build(int[] nodes, int presence, int existence) => new(
            nodes,
            presence,
            existence,
            Exact.Count == 0 ? null : new(List(Exact)),
            Prefixes.Count == 0 ? null : new(List(Prefixes), isSuffix: false),
            Suffixes.Count == 0 ? null : new(List(Suffixes), isSuffix: true),
            Pieces.Count == 0 ? null : new(List(Pieces)),
            Numbers.Count == 0 ? null : new(List(Numbers)));

        private static List<(byte[] Text, int Literal)> List(Dictionary<byte[], int> literals) =>
            [.. literals.Select(pair => (pair.Key, pair.Value))];
    }
}
