using Microsoft.Extensions.Logging;
using Sigma.Streams.Sources.Files;

namespace Sigma.Streams.Tests;

/// <summary>One look after the other, each when the test says so.</summary>
public sealed class FileFollowerTests : IDisposable
{
    private readonly TempDirectory _folder = new();
    private readonly LogSink _log = new();
    private readonly ILoggerFactory _loggers;
    private readonly FileFollower _follower;
    private readonly List<string> _lines = [];
    private readonly Intake _intake;

    public FileFollowerTests()
    {
        _loggers = LoggerFactory.Create(logging => logging.AddProvider(_log));
        _follower = new([_folder.Path], [], _loggers.CreateLogger<FileFollower>());
        _intake = new(_lines.Add);
    }

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private string Path => _folder.Combine("app.log");

    public void Dispose()
    {
        _follower.Dispose();
        _loggers.Dispose();
        _log.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Look_WhileACopyGrows_ReadsNothingTwice()
    {
        await File.WriteAllLinesAsync(Path, Enumerable.Range(0, 1000).Select(n => $"{n}"), Cancellation);
        await LookAndReadAsync();
        var bytes = await File.ReadAllBytesAsync(Path, Cancellation);

        foreach (var length in (int[])[1, 20, 2000, bytes.Length])
        {
            await File.WriteAllBytesAsync($"{Path}.1", bytes[..length], Cancellation);
            await LookAndReadAsync();
        }

        await File.WriteAllTextAsync(Path, "1000\n", Cancellation);
        await LookAndReadAsync();

        _lines.ShouldBe(Enumerable.Range(0, 1001).Select(n => $"{n}"));
    }

    [Fact]
    public async Task Look_AfterAReadThatFailed_SaysSoOnceAndOpensTheFileAnew()
    {
        await File.WriteAllTextAsync(Path, "one\n", Cancellation);
        _follower.Look();
        _follower.Files.Single().MoveTo(Path, Unreadable());
        await ReadAsync();
        _lines.ShouldBeEmpty();

        _follower.Look();
        _follower.Files.Single().MoveTo(Path, Unreadable());
        await ReadAsync();
        await LookAndReadAsync();
        await LookAndReadAsync();

        _lines.ShouldBe(["one"]);
        _log.Records.ShouldHaveSingleItem().Message.ShouldStartWith($"{Path} cannot be read, and will be tried again: ");
    }

    private FileStream Unreadable() => new(Path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete);

    private Task LookAndReadAsync()
    {
        _follower.Look();
        return ReadAsync();
    }

    private async Task ReadAsync()
    {
        foreach (var file in _follower.Files)
        {
            while (await file.ReadAsync(_intake, isLast: false, Cancellation).Within())
            {
                // To its end.
            }
        }
    }
}
