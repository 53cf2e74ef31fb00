namespace Tests.Common.Scraping;

/// <summary>What stands behind the <c>#</c> of a sample.</summary>
public sealed record ScrapedExemplar(IReadOnlyDictionary<string, string> Labels, double Value, double UnixSeconds);
