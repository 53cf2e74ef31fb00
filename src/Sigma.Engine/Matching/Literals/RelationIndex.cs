using Sigma.Engine.Detections;

namespace Sigma.Engine.Matching.Literals;

/// <summary>Tells whether a text has a relation to any of many others, without comparing it with each.</summary>
internal sealed class RelationIndex : ILiteralHits
{
    private readonly bool _holdsForAll;
    private readonly ExactIndex? _exact;
    private readonly AffixIndex? _affixes;
    private readonly AhoCorasick? _pieces;
    private bool _isHit;

    public RelationIndex(IEnumerable<byte[]> others, TextRelation relation)
    {
        List<(byte[] Text, int Literal)> literals = [.. others.Distinct(BytesComparer.Instance).Select((text, literal) => (text, literal))];
        switch (relation)
        {
            case TextRelation.Equal:
                _exact = new(literals);
                break;
            case var _ when literals.Exists(literal => literal.Text.Length == 0):
                _holdsForAll = true;
                break;
            case TextRelation.Contains:
                _pieces = new(literals);
                break;
            default:
                _affixes = new(literals, relation == TextRelation.EndsWith);
                break;
        }
    }

    public bool Holds(ReadOnlySpan<byte> text)
    {
        _isHit = _holdsForAll || _exact?.Find(text) >= 0;
        _affixes?.Find(text, this);
        _pieces?.Find(text, this);
        return _isHit;
    }

    bool ILiteralHits.Hit(int literal)
    {
        _isHit = true;
        return false;
    }
}
