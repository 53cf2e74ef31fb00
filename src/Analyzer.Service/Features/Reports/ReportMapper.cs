using Analyzer.Core;
using Google.Protobuf.WellKnownTypes;
using Wire = Analyzer.Protos.V1;

namespace Analyzer.Service.Features.Reports;

/// <summary>A report in its protobuf form: the same fields as the JSON form.</summary>
internal static class ReportMapper
{
    public static Wire.AnalysisReport ToWire(this AnalysisReport report) => new()
    {
        Sha256 = report.Sha256.ToString(),
        Size = report.Size,
        MediaType = report.MediaType,
        Verdict = report.Verdict.ToWire(),
        Score = report.Score,
        Findings = { report.Findings.Select(ToWire) },
        Pdf = report.Pdf?.ToWire(),
        Entropy = report.Entropy,
        Engine = report.Engine.ToString(System.Globalization.CultureInfo.InvariantCulture),
        AnalyzedAt = report.AnalyzedAt.ToTimestamp(),
        ElapsedMs = report.ElapsedMs,
        Coverage = report.Coverage?.ToWire(),
        Unable = { (report.Unable ?? []).Select(ToWire) },
        Parts = { (report.Parts ?? []).Select(ToWire) },
    };

    private static Wire.Verdict ToWire(this Verdict verdict) => verdict switch
    {
        Verdict.Clean => Wire.Verdict.Clean,
        Verdict.Suspicious => Wire.Verdict.Suspicious,
        Verdict.Malicious => Wire.Verdict.Malicious,
        _ => Wire.Verdict.Unable,
    };

    private static Wire.Coverage ToWire(this Coverage coverage) => new()
    {
        Streams = coverage.Streams,
        Opened = coverage.Opened,
        Skipped = new()
        {
            Image = coverage.Skipped.Image,
            Font = coverage.Skipped.Font,
            Other = coverage.Skipped.Other,
            UnknownFilter = coverage.Skipped.UnknownFilter,
            OverLimit = coverage.Skipped.OverLimit,
            Encrypted = coverage.Skipped.Encrypted,
            Broken = coverage.Skipped.Broken,
        },
        UnopenedObjectStreams = coverage.UnopenedObjectStreams,
        UnreadScripts = coverage.UnreadScripts,
        ActionsWithoutTarget = coverage.ActionsWithoutTarget,
        DecodedBytes = coverage.DecodedBytes,
        Parts = coverage.Parts,
        OpenedParts = coverage.OpenedParts,
        PartBytes = coverage.PartBytes,
    };

    private static Wire.UnableReason ToWire(this UnableReason unable) => new()
    {
        Reason = unable.Reason,
        Count = unable.Count,
        Text = unable.Text,
        Places = { (unable.Places ?? []).Select(ToWire) },
    };

    private static Wire.FilePart ToWire(this FilePart part)
    {
        var wire = new Wire.FilePart
        {
            Offset = part.Offset,
            Verdict = part.Verdict.ToWire(),
            Score = part.Score,
            Findings = { part.Findings.Select(ToWire) },
            Unable = { (part.Unable ?? []).Select(ToWire) },
            Parts = { (part.Parts ?? []).Select(ToWire) },
        };
        SetWhenKnown(part.Name, value => wire.Name = value);
        SetWhenKnown(part.MediaType, value => wire.MediaType = value);
        SetWhenKnown(part.Size, value => wire.Size = value);
        SetWhenKnown(part.Sha256?.ToString(), value => wire.Sha256 = value);
        return wire;
    }

    private static Wire.Finding ToWire(this Finding finding)
    {
        var wire = new Wire.Finding
        {
            Rule = finding.Rule,
            Points = finding.Points,
            Count = finding.Count,
            Offset = finding.Offset,
            Reason = finding.Reason,
            Places = { (finding.Places ?? []).Select(ToWire) },
        };
        SetWhenKnown(finding.Excerpt, value => wire.Excerpt = value);
        SetWhenKnown(finding.Trigger, value => wire.Trigger = value);
        return wire;
    }

    private static Wire.Place ToWire(this Place place)
    {
        var wire = new Wire.Place { Offset = place.Offset };
        SetWhenKnown(place.ObjectNumber, value => wire.Object = value);
        SetWhenKnown(place.Inside, value => wire.Inside = value);
        return wire;
    }

    private static Wire.PdfSummary ToWire(this PdfSummary pdf) => new()
    {
        Version = pdf.Version,
        Keywords = { ToWire(pdf.Keywords) },
        Obfuscated = pdf.Obfuscated,
        Inside = { pdf.Inside is { } inside ? ToWire(inside) : [] },
        Scripts = { (pdf.Scripts ?? []).Select(ToWire) },
        ScriptsNotListed = pdf.ScriptsNotListed,
        Attachments = { (pdf.Attachments ?? []).Select(ToWire) },
        Links = { pdf.Links ?? [] },
        Encryption = pdf.Encryption?.ToWire(),
    };

    private static Wire.PdfEncryption ToWire(this PdfEncryption encryption)
    {
        var wire = new Wire.PdfEncryption { Opens = encryption.Opens };
        if (encryption.Method is { } method)
        {
            wire.Method = method;
        }

        return wire;
    }

    private static IEnumerable<Wire.KeywordCount> ToWire(PdfKeywords keywords) =>
        PdfKeywords.Names.Zip(keywords.Counts, (name, count) => new Wire.KeywordCount { Name = name, Count = count });

    private static Wire.PdfScript ToWire(this PdfScript script) => new()
    {
        Place = script.Place.ToWire(),
        Length = script.Length,
        Sha256 = script.Sha256.ToString(),
        Text = script.Text,
        Cut = script.Cut,
    };

    private static Wire.PdfAttachment ToWire(this PdfAttachment attachment)
    {
        var wire = new Wire.PdfAttachment { Place = attachment.Place.ToWire() };
        SetWhenKnown(attachment.Name, value => wire.Name = value);
        SetWhenKnown(attachment.Size, value => wire.Size = value);
        SetWhenKnown(attachment.Sha256?.ToString(), value => wire.Sha256 = value);
        SetWhenKnown(attachment.MediaType, value => wire.MediaType = value);
        SetWhenKnown(attachment.Kind, value => wire.Kind = value);
        return wire;
    }

    // A field that is not set is absent; setting it to null is an error.
    private static void SetWhenKnown<T>(T? value, Action<T> set)
        where T : class
    {
        if (value is not null)
        {
            set(value);
        }
    }

    private static void SetWhenKnown<T>(T? value, Action<T> set)
        where T : struct
    {
        if (value is { } known)
        {
            set(known);
        }
    }
}
