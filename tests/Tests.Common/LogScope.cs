using Microsoft.Extensions.Logging;

namespace Tests.Common;

/// <summary>The part of a test in which no error may be logged that the test does not expect (<see cref="LogSink.ExpectClean"/>).</summary>
public sealed class LogScope : IDisposable
{
    private readonly LogSink _sink;
    private readonly Func<LogRecord, bool> _expected;
    private readonly int _start;

    internal LogScope(LogSink sink, Func<LogRecord, bool> expected)
    {
        _sink = sink;
        _expected = expected;
        _start = sink.Records.Count;
    }

    public void Dispose()
    {
        var unexpected = _sink.Records.Skip(_start).Where(record => record.Level >= LogLevel.Error && !_expected(record)).ToList();
        if (unexpected.Count > 0)
        {
            Assert.Fail($"Logged but not expected:{Environment.NewLine}{string.Join(Environment.NewLine, unexpected)}");
        }
    }
}
