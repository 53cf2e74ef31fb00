namespace Analyzer.Engines.Contract;

/// <summary>Judges JavaScript that a browser or Windows' script host runs. One script is judged by one call.</summary>
internal interface IJavaScriptJudge
{
    /// <param name="text">The script, cut after a bound.</param>
    /// <returns>What it does, whatever way it is written.</returns>
    JavaScriptDeeds Judge(ReadOnlySpan<char> text);
}

/// <summary>What a script does beyond changing its own page.</summary>
[Flags]
internal enum JavaScriptDeeds
{
    None = 0,

    /// <summary>It is no script that can be parsed, so nothing is known of it.</summary>
    Unreadable = 1 << 0,

    /// <summary>It starts a program or a command.</summary>
    StartsProgram = 1 << 1,

    /// <summary>It makes a file of data that it carries, and has the browser save it.</summary>
    BuildsDownload = 1 << 2,

    /// <summary>It runs, or writes into the page, what it decodes.</summary>
    RunsDecoded = 1 << 3,
}
