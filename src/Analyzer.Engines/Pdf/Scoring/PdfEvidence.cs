using Analyzer.Core;
using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Foreign;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Links;
using Analyzer.Engines.Pdf.Objects;
using Analyzer.Engines.Pdf.Streams;
using Analyzer.Engines.JavaScript;

namespace Analyzer.Engines.Pdf.Scoring;

/// <summary>Everything that is known about a PDF when its last byte has been read.</summary>
internal sealed record PdfEvidence
{
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

    /// <summary>What the scripts do, by <see cref="ScriptEffect"/>.</summary>
    public required FoundActTable Scripts { get; init; }

    /// <summary>How many scripts were read, whatever they do.</summary>
    public required long ScriptCount { get; init; }

    public required IReadOnlyList<PdfAttachment> Attachments { get; init; }

    /// <summary>Whether it is encrypted, whether or not it could be opened.</summary>
    public required bool IsEncrypted { get; init; }

    public required ForeignData Foreign { get; init; }

    public required CoverList Covers { get; init; }

    public required LinkList Links { get; init; }

    /// <summary>Fonts with a table that readers have been attacked through.</summary>
    public required PlaceList BadFonts { get; init; }

    /// <summary>Fonts whose matrix has something else in it than numbers.</summary>
    public required PlaceList BadMatrices { get; init; }

    /// <summary>Streams beyond a bound of decoding.</summary>
    public required BombList Bombs { get; init; }

    public required Coverage Coverage { get; init; }

    /// <summary>Why the document was not examined as a whole; empty when it was.</summary>
    public required IReadOnlyList<UnableReason> Unable { get; init; }

    /// <summary>Whether this is what lies there encrypted of a document that was opened: what was not followed is read there.</summary>
    public bool IsReadTwice { get; init; }

    /// <summary>Data of another type that can act, between objects or behind them.</summary>
    public Seen Beside => Foreign.MediaType is null ? default : new Seen(1, Foreign.Offset!.Value)
    {
        Places = [new Place(Foreign.Offset.Value)],
        Excerpt = $"{Foreign.MediaType}: {Excerpts.ToText(Foreign.Start)}",
    };

    /// <summary>Things that were found at these places.</summary>
    /// <param name="excerpt">What to show of the first one.</param>
    public static Seen At(PlaceList places, string? excerpt) =>
        places.Count == 0 ? default : new Seen(places.Count, places.Places[0].Offset)
        {
            Places = PlacesOf([.. places.Places]),
            Excerpt = excerpt,
        };

    /// <summary>The links and buttons that cover a page.</summary>
    public Seen Covered => Covers.ToPlaces(Actions) is { Count: > 0 } places ? At(places, Covers.Share) : default;

    /// <summary>The links whose hosts have a mark.</summary>
    public Seen Marked(HostMarks mark) => Links[mark] is { } foundAct ? At(foundAct.Places, foundAct.Excerpt) : default;

    /// <summary>The keywords in objects that are spelled with hex codes.</summary>
    public Seen HexCoded
    {
        get
        {
            var places = Places.HexCoded;
            return places.IsEmpty ? default : new(Places.HexCodedCount, places[0].Offset)
            {
                Places = PlacesOf(places),
                Excerpt = (places[0].Container == 0 ? Excerpts : InsideExcerpts).ToText(KeywordSlots.HexCoded),
            };
        }
    }

    /// <summary>The bytes of another type before the header.</summary>
    public Seen Preceding => PrecedingType is null ? default : new Seen(1, 0)
    {
        Places = [new Place(0)],
        Excerpt = PrecedingExcerpt,
    };

    /// <summary>How often a keyword stands in the file, or in its object streams, where no object was read.</summary>
    public long Unplaced(PdfKeyword keyword) =>
        Math.Max(0, Counts[keyword].Count + InsideCounts[keyword].Count - Places.CountWithTwins(keyword));

    /// <summary>The keyword wherever it stands.</summary>
    public Seen Raw(PdfKeyword keyword) =>
        CountOf(keyword) == 0 ? default : new(CountOf(keyword), OffsetOf(keyword)) { Places = [new Place(OffsetOf(keyword))] };

    public Seen Bombed => Bombs.Count == 0 ? default : new Seen(Bombs.Count, Bombs.Places[0].Offset)
    {
        Places = PlacesOf([.. Bombs.Places]),
        Excerpt = Bombs.Excerpt,
    };

    /// <summary>What was seen by whatever trigger, told by the one that is worth the most.</summary>
    public static Seen Worst(TriggerPoints points, FoundActTable foundActs, int kind)
    {
        var (worst, count) = (Trigger.None, 0L);
        FoundAct? told = null;
        for (var trigger = Trigger.None; trigger <= Trigger.Open; trigger++)
        {
            if (foundActs[kind, trigger] is not { } foundAct)
            {
                continue;
            }

            count += foundAct.Places.Count;
            if (told is null || points[trigger] >= points[worst])
            {
                (told, worst) = (foundAct, trigger);
            }
        }

        return told is null ? default : new Seen(count, told.Places.Places[0].Offset)
        {
            Places = PlacesOf([.. told.Places.Places]),
            Excerpt = told.Excerpt,
            Trigger = worst,
        };
    }

    /// <summary>The occurrences of a keyword in objects, also those inside object streams.</summary>
    public Seen Placed(PdfKeyword keyword)
    {
        var places = Places[keyword];
        return places.IsEmpty ? default : new Seen(Places.Count(keyword), places[0].Offset)
        {
            Places = PlacesOf(places),
            Excerpt = (places[0].Container == 0 ? Excerpts : InsideExcerpts).ToText((int)keyword),
        };
    }

    /// <summary>How often a keyword occurs, in the file's bytes and inside object streams together.</summary>
    public long CountOf(PdfKeyword keyword) => Counts[keyword].Count + InsideCounts[keyword].Count;

    /// <summary>The offset of a keyword's first occurrence.</summary>
    public long OffsetOf(PdfKeyword keyword) => Counts[keyword].Count > 0 ? Counts[keyword].Offset : InsideCounts[keyword].Offset;

    private static Place[] PlacesOf(ReadOnlySpan<ObjectPlace> places)
    {
        var list = new Place[places.Length];
        for (var i = 0; i < places.Length; i++)
        {
            list[i] = places[i].ToPlace();
        }

        return list;
    }
}

/// <summary>How often a rule's structure occurs, and where.</summary>
/// <param name="Offset">Bytes from the start of the file to the first occurrence.</param>
internal readonly record struct Seen(long Count, long Offset)
{
    public IReadOnlyList<Place>? Places { get; init; }

    public string? Excerpt { get; init; }

    /// <summary>What it is worth; null when the rule says so.</summary>
    public int? Points { get; init; }

    /// <summary>What leads there with the least of the reader; null where nothing has to.</summary>
    public Trigger? Trigger { get; init; }

    public static implicit operator Seen(Occurrence occurrence) => new(occurrence.Count, occurrence.Offset);
}
