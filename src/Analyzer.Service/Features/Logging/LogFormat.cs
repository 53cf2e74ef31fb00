namespace Analyzer.Service.Features.Logging;

/// <summary>Names of the console's formats.</summary>
internal static class LogFormat
{
    public const string Text = "text";
    public const string Json = "json";
}
