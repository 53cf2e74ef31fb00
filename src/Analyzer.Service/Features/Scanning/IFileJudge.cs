using Analyzer.Core;

namespace Analyzer.Service.Features.Scanning;

/// <summary>Judges a file that lies on a disk.</summary>
internal interface IFileJudge : IDisposable
{
    /// <summary>Reads the file once, from where the stream stands to its end.</summary>
    Task<JudgedFile> JudgeAsync(Stream file, CancellationToken cancellationToken);
}

/// <summary>What came of a file.</summary>
/// <param name="Json">The report as it is stored and sent: UTF-8. Empty when there is none.</param>
/// <param name="Report">Null when the file could not be judged.</param>
/// <param name="Error">Why there is no report; null when there is one.</param>
internal sealed record JudgedFile(ReadOnlyMemory<byte> Json, AnalysisReport? Report, string? Error)
{
    public static JudgedFile Failed(string error) => new(default, null, error);

    public static JudgedFile Of(AnalysisReport report) => new(ReportJson.Serialize(report), report, null);
}
