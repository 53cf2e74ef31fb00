using System.Buffers;
using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Objects;
using Analyzer.Engines.Pdf.Scripts;
using Analyzer.Engines.Pdf.Streams;

namespace Analyzer.Engines.Pdf.Scoring;

/// <summary>Everything that is known about a PDF when its last byte has been read.</summary>
internal sealed record PdfEvidence
{
    /// <summary>Printable ASCII but for the backslash.</summary>
    private static readonly SearchValues<char> Plain =
        SearchValues.Create([.. Enumerable.Range(' ', '~' - ' ' + 1).Select(value => (char)value).Where(character => character != '\\')]);

    public required PdfHeader Header { get; init; }

    /// <summary>The media type of the bytes before the header; null when there are none or the type is unknown.</summary>
    public required string? PrecedingType { get; init; }

    /// <summary>The first of these bytes; null without such a type.</summary>
    public required string? PrecedingExcerpt { get; init; }

    /// <summary>The keywords in the file's bytes.</summary>
    public required PdfKeywordCounts Counts { get; init; }

    /// <summary>The keywords inside object streams.</summary>
    public required PdfKeywordCounts InsideCounts { get; init; }

    public required Excerpts Excerpts { get; init; }

    public required Excerpts InsideExcerpts { get; init; }

    public required PlaceBook Places { get; init; }

    public required ActionGraph Actions { get; init; }

    /// <summary>The effects of opening the document.</summary>
    public required ActionTargets OnOpen { get; init; }

    /// <summary>The effects of events.</summary>
    public required ActionTargets OnEvent { get; init; }

    public required ScriptReader Scripts { get; init; }

    public required IReadOnlyList<PdfAttachment> Attachments { get; init; }

    /// <summary>Streams beyond a bound of decoding.</summary>
    public required BombList Bombs { get; init; }

    public required Coverage Coverage { get; init; }

    /// <summary>Whether dictionaries are nested deeper than is followed.</summary>
    public required bool IsTooDeep { get; init; }

    /// <summary>The first object streams that were not opened.</summary>
    public required IReadOnlyList<ObjectPlace> UnopenedPlaces { get; init; }

    /// <summary>The first scripts that were not read, or where they are named.</summary>
    public required IReadOnlyList<ObjectPlace> UnreadPlaces { get; init; }

    /// <summary>The keywords that are spelled with hex codes.</summary>
    public Seen HexCoded
    {
        get
        {
            var isOpen = Counts.Obfuscated.Count > 0;
            Seen seen = isOpen ? Counts.Obfuscated : InsideCounts.Obfuscated;
            return seen.Count == 0 ? default : seen with
            {
                Count = Counts.Obfuscated.Count + InsideCounts.Obfuscated.Count,
                Places = PlacesOf(Places.HexCoded, seen.Offset),
                Excerpt = (isOpen ? Excerpts : InsideExcerpts).ToText(KeywordSlots.HexCoded),
            };
        }
    }

    /// <summary>The bytes of another type before the header.</summary>
    public Seen Preceding => PrecedingType is null ? default : new Seen(1, 0)
    {
        Places = [new Place(0)],
        Excerpt = PrecedingExcerpt,
    };

    public Seen Unopened => Unlooked(Coverage.UnopenedObjectStreams, UnopenedPlaces, PdfKeyword.ObjStm);

    public Seen Unread => Unlooked(Coverage.UnreadScripts, UnreadPlaces, PdfKeyword.JS);

    public Seen Unseen => Coverage.ActionsWithoutTarget == 0 ? default : Unlooked(
        Coverage.ActionsWithoutTarget, [.. OnOpen.UnseenPlaces.Concat(OnEvent.UnseenPlaces).Take(PlaceList.MaxPlaces)], Trigger);

    /// <summary>The keyword by which the document does something without a click.</summary>
    public PdfKeyword Trigger => CountOf(PdfKeyword.OpenAction) > 0 ? PdfKeyword.OpenAction : PdfKeyword.AA;

    public Seen Bombed => Bombs.Count == 0 ? default : new Seen(Bombs.Count, Bombs.Places[0].Offset)
    {
        Places = PlacesOf([.. Bombs.Places]),
        Excerpt = Bombs.Excerpt,
    };

    /// <summary>The document's effects without a click, of one kind: shows the address or the file's name, or else the trigger.</summary>
    public Seen Of(ActionKinds kind, PdfKeyword trigger)
    {
        var places = Actions.PlacesOf(kind, OnOpen, OnEvent, out var argument);
        var seen = Of(trigger);
        return places.Count == 0 ? seen with { Count = 1 } : new Seen(1, places[0].Offset)
        {
            Places = PlacesOf([.. places]),
            Excerpt = argument.IsEmpty ? seen.Excerpt : Excerpts.ToText(argument),
        };
    }

    /// <summary>The occurrences of a keyword, in the file's bytes and inside object streams together.</summary>
    public Seen Of(PdfKeyword keyword)
    {
        var (open, inside) = (Counts[keyword], InsideCounts[keyword]);
        if (open.Count + inside.Count == 0)
        {
            return default;
        }

        var places = Places[keyword];
        return new Seen(open.Count + inside.Count, open.Count > 0 ? open.Offset : inside.Offset)
        {
            Places = places.IsEmpty ? null : PlacesOf(places),
            Excerpt = open.Count > 0 ? Excerpts.ToText((int)keyword) : InsideExcerpts.ToText((int)keyword),
        };
    }

    /// <summary>How often a keyword occurs, in the file's bytes and inside object streams together.</summary>
    public long CountOf(PdfKeyword keyword) => Counts[keyword].Count + InsideCounts[keyword].Count;

    /// <summary>The offset of a keyword's first occurrence.</summary>
    public long OffsetOf(PdfKeyword keyword) => Counts[keyword].Count > 0 ? Counts[keyword].Offset : InsideCounts[keyword].Offset;

    // A script that was forgotten before something named it has no place any more; the place of the name is used instead.
    public Seen Of(ScriptMark mark) => Scripts[mark] switch
    {
        null => default,
        { Excerpt: { } excerpt } script => new Seen(script.Count, script.Places[0].Offset)
        {
            Places = [.. script.Places.Select(place => place.ToPlace())],
            Excerpt = Escape(excerpt),
        },
        var forgotten => new Seen(forgotten.Count, OffsetOf(CountOf(PdfKeyword.JS) > 0 ? PdfKeyword.JS : PdfKeyword.Xfa)),
    };

    // Evidence without a place, such as an object stream in data where objects are not read, uses the keyword's place.
    private Seen Unlooked(long count, IReadOnlyList<ObjectPlace> places, PdfKeyword keyword) =>
        count == 0 ? default
        : places.Count == 0 ? new(count, OffsetOf(keyword))
        : new(count, places[0].Offset) { Places = PlacesOf([.. places]) };

    // Evidence that is seen only where objects are not read, such as in a stream's data, has an offset but no object.
    private static Place[] PlacesOf(ReadOnlySpan<ObjectPlace> places, long offset) => places.IsEmpty ? [new(offset)] : PlacesOf(places);

    private static Place[] PlacesOf(ReadOnlySpan<ObjectPlace> places)
    {
        var list = new Place[places.Length];
        for (var i = 0; i < places.Length; i++)
        {
            list[i] = places[i].ToPlace();
        }

        return list;
    }

    private static string Escape(string text)
    {
        if (!text.AsSpan().ContainsAnyExcept(Plain))
        {
            return text;
        }

        var escaped = new StringBuilder(2 * text.Length);
        foreach (var character in text)
        {
            _ = character switch
            {
                '\\' => escaped.Append(@"\\"),
                >= ' ' and <= '~' => escaped.Append(character),
                _ => escaped.Append($@"\u{(int)character:X4}"),
            };
        }

        return escaped.ToString();
    }
}

/// <summary>How often a rule's structure occurs, and where.</summary>
/// <param name="Offset">Bytes from the start of the file to the first occurrence.</param>
internal readonly record struct Seen(long Count, long Offset)
{
    public IReadOnlyList<Place>? Places { get; init; }

    public string? Excerpt { get; init; }

    public static implicit operator Seen(Occurrence occurrence) => new(occurrence.Count, occurrence.Offset);
}
