using System.Text;
using Sigma.Engine.Evaluation;
using Sigma.Engine.Mapping;
using Sigma.Engine.Matching.Literals;
using Sigma.Engine.Records;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Matching;

/// <summary>
/// Evaluates records on their raw bytes: one pass stores the values that rules need, indexes find the literals in them, and only rules with
/// a hit are evaluated. Nothing is cleared between records: a mark is valid for the record whose number it has.
/// </summary>
public sealed class RecordMatcher : IRecordEvaluator, ILiteralHits
{
    /// <summary>Names with objects alone come after all others.</summary>
    private const int ObjectsOnly = 1 << 20;

    private static readonly RecordVerdict[] Deaths = [.. Enum.GetValues<DeathReason>().Select(reason => new RecordVerdict(reason, []))];

    private readonly CompiledRules _rules;
    private readonly RecordValues _values;
    private readonly RecordReader _reader;
    private readonly RecordTexts _texts;
    private readonly long[] _literals;
    private readonly long[] _shown;
    private readonly long[] _asked;
    private readonly bool[] _verdicts;
    private readonly long[] _fieldRecords;
    private readonly int[] _fieldPriorities;
    private readonly int[] _touched;
    private readonly long[] _candidateRecords;
    private readonly int[] _candidates;
    private readonly SourceRouter _router;
    private RoutedSource? _routed;
    private int _touchedCount;
    private int _candidateCount;
    private int _freeSteps;
    private long _record;

    public RecordMatcher(CompiledRules rules)
    {
        _rules = rules;
        _values = new(rules.Tree);
        _reader = new(rules.Tree, _values, rules.KeywordField >= 0, rules.Mapping.RemovesBlanks);
        _texts = new(_values);
        _router = new(rules);
        _literals = new long[rules.LiteralPredicates.Length];
        (_shown, _asked) = (new long[rules.Predicates.Length], new long[rules.Predicates.Length]);
        _verdicts = new bool[rules.Predicates.Length];
        (_fieldRecords, _fieldPriorities) = (new long[rules.Fields.Length], new int[rules.Fields.Length]);
        _touched = new int[rules.Fields.Length];
        (_candidateRecords, _candidates) = (new long[rules.Programs.Length], new int[rules.Programs.Length]);
    }

    /// <summary>The number of evaluated rules, over all records.</summary>
    public long Candidates { get; private set; }

    /// <summary>Values for which a regular expression took too long, so that they do not match, over all records.</summary>
    public long RegexTimeOuts => _texts.TimeOuts;

    /// <inheritdoc cref="RecordValues.Steps"/>
    internal long Steps => _values.Steps;

    internal CompiledRules Rules => _rules;

    /// <summary>The log sources of all records; the list never changes, so any thread may read it.</summary>
    internal IReadOnlyList<EventSource> SeenSources => _router.Seen;

    internal RecordTexts Texts => _texts;

    public EventMapping Mapping => _rules.Mapping;

    public EventSource LogSource => _routed?.Source ?? EventSource.Any;

    public RecordVerdict Evaluate(ReadOnlyMemory<byte> record)
    {
        _record++;
        (_touchedCount, _candidateCount, _freeSteps) = (0, 0, ContainsIndex.FreeSteps);
        _routed = null;
        record = _rules.Mapping.AsCompared(record);
        if (_reader.Read(record.Span) is { } death)
        {
            return Deaths[(int)death];
        }

        _texts.Begin(record);
        ChooseNames();
        foreach (var field in _touched.AsSpan(0, _touchedCount))
        {
            Probe(field);
        }

        if (_rules.Rows.Length > 0)
        {
            _routed = _router.Route(this);
        }

        foreach (var rule in _rules.Always)
        {
            AddCandidate(rule);
        }

        return _candidateCount == 0 ? RecordVerdict.NoMatch : Judge();
    }

    public string? FirstText(string field)
    {
        if (_rules.FieldNumbers.TryGetValue(field, out var number) && _fieldRecords[number] == _record)
        {
            foreach (var value in ValuesOf(number))
            {
                if (_texts.Kind(value) != RecordValueKind.Object)
                {
                    return Encoding.UTF8.GetString(_texts.Text(value));
                }
            }
        }

        return null;
    }

    /// <summary>Whether any record had the field; also without a value, if a rule needs that. For any thread.</summary>
    internal bool HasSeen(int field) => Volatile.Read(ref _fieldRecords[field]) != 0
        || (_rules.Fields[field].Existence is >= 0 and var existence && Volatile.Read(ref _shown[existence]) != 0);

    bool ILiteralHits.Hit(int literal)
    {
        if (_literals[literal] == _record)
        {
            return false;
        }

        _literals[literal] = _record;
        foreach (var predicate in _rules.LiteralPredicates[literal])
        {
            Show(predicate);
        }

        return true;
    }

    /// <summary>The first of a field's names with values that are no objects; if there is none, the first with objects.</summary>
    private void ChooseNames()
    {
        foreach (var node in _values.Touched)
        {
            if (_values.CountOf(node) == 0)
            {
                ShowName(node);
                continue;
            }

            var offset = _values.HasScalars(node) ? 0 : ObjectsOnly;
            foreach (var (field, place) in _rules.NodeFields[node])
            {
                var priority = place + offset;
                if (_fieldRecords[field] != _record)
                {
                    (_fieldRecords[field], _fieldPriorities[field]) = (_record, priority);
                    _touched[_touchedCount++] = field;
                }
                else if (priority < _fieldPriorities[field])
                {
                    _fieldPriorities[field] = priority;
                }
            }
        }
    }

    /// <summary>A name without a value is no reason to read values.</summary>
    private void ShowName(int node)
    {
        foreach (var (field, _) in _values.IsNamed(node) ? _rules.NodeFields[node] : [])
        {
            if (_rules.Fields[field].Existence is >= 0 and var existence)
            {
                Show(existence);
            }
        }
    }

    private void Probe(int field)
    {
        var plan = _rules.Fields[field];
        if (plan.Presence >= 0)
        {
            Show(plan.Presence);
        }

        if (plan.Existence >= 0)
        {
            Show(plan.Existence);
        }

        if (!plan.HasTexts)
        {
            return;
        }

        foreach (var value in ValuesOf(field))
        {
            var kind = _texts.Kind(value);
            if (kind == RecordValueKind.Object)
            {
                continue;
            }

            var buffer = _texts.Folded(value, out var length);
            var text = buffer[..length];
            if (plan.Exact?.Find(text) is >= 0 and var literal)
            {
                ((ILiteralHits)this).Hit(literal);
            }

            plan.Prefixes?.Find(text, this);
            plan.Suffixes?.Find(text, this);
            _values.Steps += plan.Pieces?.Find(buffer, length, ref _freeSteps, this) ?? 0;
            if (kind == RecordValueKind.Number)
            {
                plan.Numbers?.Find(_texts.Raw(value), this);
            }
        }
    }

    private void Show(int predicate)
    {
        if (_shown[predicate] != _record)
        {
            _shown[predicate] = _record;
            foreach (var rule in _rules.WitnessRules[predicate])
            {
                AddCandidate(rule);
            }
        }
    }

    private void AddCandidate(int rule)
    {
        if (_candidateRecords[rule] != _record)
        {
            _candidateRecords[rule] = _record;
            _candidates[_candidateCount++] = rule;
        }
    }

    private RecordVerdict Judge()
    {
        var candidates = _candidates.AsSpan(0, _candidateCount);
        candidates.Sort();
        List<RuleMatch>? matches = null;
        foreach (var rule in candidates)
        {
            if (_rules.Routes && (!_routed!.MayFire[rule] || (_routed.Needs[rule] is { } fields && !HasOneOf(fields))))
            {
                continue;
            }

            Candidates++;
            if (Holds(_rules.Programs[rule]))
            {
                (matches ??= []).Add(_rules.Describes
                    ? new MatchDescriber(this).Describe(rule, _rules.Programs[rule])
                    : new(rule, [], []));
            }
        }

        return matches is null ? RecordVerdict.NoMatch : new(null, matches);
    }

    private bool HasOneOf(int[] fields)
    {
        foreach (var field in fields)
        {
            if (_fieldRecords[field] == _record)
            {
                return true;
            }
        }

        return false;
    }

    internal bool Holds(CompiledNode node)
    {
        switch (node.Kind)
        {
            case NodeKind.Predicate:
                return Holds(node.Predicate);
            case NodeKind.Absence:
                return _shown[node.Predicate] != _record;
            case NodeKind.All:
                foreach (var inner in node.Nodes)
                {
                    if (!Holds(inner))
                    {
                        return false;
                    }
                }

                return true;
            case NodeKind.Any:
                foreach (var inner in node.Nodes)
                {
                    if (Holds(inner))
                    {
                        return true;
                    }
                }

                return false;
            case NodeKind.AtLeast:
                var count = 0;
                foreach (var inner in node.Nodes)
                {
                    count += Holds(inner) ? 1 : 0;
                }

                return count >= node.Count;
            default:
                return !Holds(node.Nodes[0]);
        }
    }

    private bool Holds(int id)
    {
        var predicate = _rules.Predicates[id];
        if (predicate.PredicateEvidence != PredicateEvidence.None
            && (predicate.PredicateEvidence == PredicateEvidence.Decisive || _shown[id] != _record))
        {
            return _shown[id] == _record;
        }

        if (_asked[id] != _record)
        {
            _asked[id] = _record;
            _verdicts[id] = Find(predicate) >= 0;
        }

        return _verdicts[id];
    }

    /// <returns>The first value for which the predicate is true; -1 when there is none.</returns>
    internal int Find(Predicate predicate)
    {
        if (_fieldRecords[predicate.Field] != _record)
        {
            return -1;
        }

        if (predicate.Matcher is ReferenceMatcher reference)
        {
            return FindReference(predicate.Field, reference);
        }

        var timeOuts = _texts.TimeOuts;
        foreach (var value in ValuesOf(predicate.Field))
        {
            if (_texts.Kind(value) != RecordValueKind.Object && predicate.Matcher.Holds(_texts, value))
            {
                return value;
            }

            if (_texts.TimeOuts != timeOuts)
            {
                return -1; // An array of such values would take minutes.
            }
        }

        return -1;
    }

    private int FindReference(int field, ReferenceMatcher reference)
    {
        if (_fieldRecords[reference.Other] != _record)
        {
            return -1;
        }

        var search = new ReferenceSearch(_texts, reference.Test, ValuesOf(reference.Other));
        foreach (var value in ValuesOf(field))
        {
            if (_texts.Kind(value) != RecordValueKind.Object && search.Holds(value))
            {
                return value;
            }
        }

        return -1;
    }

    /// <summary>The values of a field that has any in this record.</summary>
    private ValueChain ValuesOf(int field) => new(_values, _rules.Fields[field].Nodes[_fieldPriorities[field] % ObjectsOnly]);
}
