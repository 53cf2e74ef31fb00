using System.Text;

namespace Sigma.Engine.Patterns;

/// <summary>A piece of a pattern.</summary>
/// <param name="Kind">The kind of the piece.</param>
/// <param name="Text">The text of a literal; otherwise empty.</param>
public readonly record struct PatternPiece(PieceKind Kind, string Text)
{
    public static readonly PatternPiece AnyRun = new(PieceKind.AnyRun, "");
    public static readonly PatternPiece AnyOne = new(PieceKind.AnyOne, "");

    public static PatternPiece Literal(string text) => new(PieceKind.Literal, text);
}

public enum PieceKind
{
    Literal,

    /// <summary><c>*</c></summary>
    AnyRun,

    /// <summary><c>?</c></summary>
    AnyOne,
}

/// <summary>The text of a rule's value: literals and wildcards.</summary>
/// <param name="Pieces">The pieces, without adjacent or empty literals.</param>
public sealed record TextPattern(IReadOnlyList<PatternPiece> Pieces)
{
    public static TextPattern Empty { get; } = new([]);

    public bool HasWildcards => Pieces.Any(piece => piece.Kind != PieceKind.Literal);

    /// <summary>The text of a pattern without wildcards.</summary>
    public string Literal => string.Concat(Pieces.Select(piece => piece.Text));

    public bool StartsWithAnyRun => Pieces.Count > 0 && Pieces[0].Kind == PieceKind.AnyRun;

    public bool EndsWithAnyRun => Pieces.Count > 0 && Pieces[^1].Kind == PieceKind.AnyRun;

    /// <summary>
    /// Parses the value text of the specification: <c>\*</c>, <c>\?</c> and <c>\\</c> are escapes; any other backslash is literal.
    /// </summary>
    public static TextPattern Parse(string text)
    {
        var pieces = new List<PatternPiece>();
        var literal = new StringBuilder(text.Length);
        for (var i = 0; i < text.Length; i++)
        {
            switch (text[i])
            {
                case '\\' when i + 1 < text.Length && text[i + 1] is '*' or '?' or '\\':
                    literal.Append(text[++i]);
                    break;
                case '*' or '?':
                    Flush();
                    pieces.Add(text[i] == '*' ? PatternPiece.AnyRun : PatternPiece.AnyOne);
                    break;
                default:
                    literal.Append(text[i]);
                    break;
            }
        }

        Flush();
        return new(pieces);

        void Flush()
        {
            if (literal.Length > 0)
            {
                pieces.Add(PatternPiece.Literal(literal.ToString()));
                literal.Clear();
            }
        }
    }

    public static TextPattern OfLiteral(string text) => text.Length == 0 ? Empty : new([PatternPiece.Literal(text)]);

    public static TextPattern Concat(IEnumerable<TextPattern> patterns)
    {
        var pieces = new List<PatternPiece>();
        foreach (var piece in patterns.SelectMany(pattern => pattern.Pieces))
        {
            if (piece.Kind == PieceKind.Literal && pieces.Count > 0 && pieces[^1].Kind == PieceKind.Literal)
            {
                pieces[^1] = PatternPiece.Literal(pieces[^1].Text + piece.Text);
            }
            else
            {
                pieces.Add(piece);
            }
        }

        return new(pieces);
    }

    public TextPattern WithAnyRunBefore() => StartsWithAnyRun ? this : new([PatternPiece.AnyRun, .. Pieces]);

    public TextPattern WithAnyRunAfter() => EndsWithAnyRun ? this : new([.. Pieces, PatternPiece.AnyRun]);

    public bool Equals(TextPattern? other) => other is not null && Pieces.SequenceEqual(other.Pieces);

    public override int GetHashCode()
    {
        var hash = new HashCode();
        foreach (var piece in Pieces)
        {
            hash.Add(piece);
        }

        return hash.ToHashCode();
    }

    /// <summary>The pattern as it would be written in a rule.</summary>
    public override string ToString() => string.Concat(Pieces.Select(piece => piece.Kind switch
    {
        PieceKind.AnyRun => "*",
        PieceKind.AnyOne => "?",
        _ => Escape(piece.Text),
    }));

    private static string Escape(string text)
    {
        var escaped = new StringBuilder(text.Length);
        for (var i = 0; i < text.Length; i++)
        {
            var needed = text[i] is '*' or '?'
                || (text[i] == '\\' && (i + 1 == text.Length || text[i + 1] is '\\' or '*' or '?'));
            escaped.Append(needed ? "\\" : "").Append(text[i]);
        }

        return escaped.ToString();
    }
}
