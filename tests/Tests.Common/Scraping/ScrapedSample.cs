namespace Tests.Common.Scraping;

/// <summary>One line of samples, read back.</summary>
public sealed record ScrapedSample(string Name, IReadOnlyDictionary<string, string> Labels, double Value, ScrapedExemplar? Exemplar);
