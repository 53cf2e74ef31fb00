using Sigma.Engine.Detections;
using Sigma.Engine.Matching.Literals;
using Sigma.Engine.Records;

namespace Sigma.Engine.Matching;

/// <summary>
/// Compares values of a record with those of another field: each with each, until that has taken <see cref="MaxWork"/>. An attacker could
/// make two arrays so that this takes the product of their lengths; then an index over the other values takes over.
/// </summary>
/// <param name="test">The test.</param>
/// <param name="others">The values of the other field.</param>
internal struct ReferenceSearch(RecordTexts texts, FieldReferenceTest test, ValueChain others)
{
    /// <summary>In comparisons, or in 64 bytes of searched text each.</summary>
    public const int MaxWork = 1 << 16;

    private RelationIndex? _index;
    private int _work;

    /// <summary>Whether the value has the relation to one of the others.</summary>
    public bool Holds(int value)
    {
        if (_index is null && Compare(value) is { } holds)
        {
            return holds;
        }

        _index ??= new(Others(), test.Relation);
        return _index.Holds(Text(value));
    }

    /// <returns>Null when that takes too long.</returns>
    private bool? Compare(int value)
    {
        var text = Text(value);
        var cost = test.Relation == TextRelation.Contains ? 1 + (text.Length / 64) : 1;
        foreach (var other in others)
        {
            if (texts.Kind(other) == RecordValueKind.Object)
            {
                continue;
            }

            if (LiteralMatcher.Relates(text, test.Relation, Text(other)))
            {
                return true;
            }

            _work += cost;
            if (_work > MaxWork)
            {
                return null;
            }
        }

        return false;
    }

    private readonly List<byte[]> Others()
    {
        var list = new List<byte[]>();
        foreach (var other in others)
        {
            if (texts.Kind(other) != RecordValueKind.Object)
            {
                list.Add(Text(other).ToArray());
            }
        }

        return list;
    }

    private readonly ReadOnlySpan<byte> Text(int value) => test.IsCased ? texts.Text(value) : texts.Folded(value);
}
