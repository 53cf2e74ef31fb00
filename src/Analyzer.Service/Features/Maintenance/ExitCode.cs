namespace Analyzer.Service.Features.Maintenance;

/// <summary>What a maintenance command tells the shell.</summary>
internal static class ExitCode
{
    public const int Success = 0;

    /// <summary>Done, and something is wrong with what was found: a damaged database, a bad line.</summary>
    public const int Problems = 1;

    /// <summary>Not done: an argument, the store or a file.</summary>
    public const int Failure = 2;

    /// <summary>As shells have it: 128 and the number of SIGINT.</summary>
    public const int Interrupted = 130;
}
