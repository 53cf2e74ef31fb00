using System.Diagnostics;
using System.Net;
using Hosting.Access;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;

namespace Microbenchmarks;

/// <summary>
/// What it takes to check one key of 10,000, from the request's headers to the client, and to read a file of so many
/// (<c>dotnet run --project load/Microbenchmarks -- keys</c>). Right and wrong keys take turns, so that whatever disturbs one disturbs the
/// others.
/// </summary>
internal static class KeyCosts
{
    private const int Keys = 10_000;
    private const int Requests = 1000;
    private const int ChecksOfATurn = 20_000;
    private const int WarmUps = 10;
    private const int Rounds = 41;
    private const int Reads = 11;

    private static readonly TimeSpan MaxCheck = TimeSpan.FromMicroseconds(1);
    private static readonly TimeSpan MaxRead = TimeSpan.FromSeconds(1);

    private static readonly CpuClock Clock = new();

    public static void Print()
    {
        var folder = Directory.CreateTempSubdirectory("microbenchmarks-");
        try
        {
            var file = new KeyFile(Path.Combine(folder.FullName, "keys.json"));
            var (known, secrets) = Make(Keys);
            file.ChangeAsync(_ => known, CancellationToken.None).GetAwaiter().GetResult();
            using var ring = new KeyRing(file, TimeProvider.System, NullLogger<KeyRing>.Instance);
            PrintChecks(ring, secrets);
            PrintReads(file);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static void PrintChecks(KeyRing ring, string[] secrets)
    {
        var strangers = Make(Requests).Secrets;
        var authentication = new KeyAuthentication(ring, Options.Create(new AccessOptions()));
        (string Name, HttpContext[] Requests, bool IsRight)[] cases =
        [
            ("a right key", [.. Spread(secrets).Select(Request)], true),
            ("a wrong secret of a known id", [.. Spread(secrets).Zip(strangers, Mix).Select(Request)], false),
            ("an unknown id", [.. strangers.Select(Request)], false),
        ];
        var rounds = Enumerable.Range(0, WarmUps + Rounds)
            .Select(_ => cases.Select(one => Time(authentication, one.Requests, one.IsRight)).ToArray()).ToArray()[WarmUps..];
        Console.WriteLine($"Processor time of a check, {Keys} keys; median and middle half, at most {MaxCheck.TotalNanoseconds:0} ns:");
        for (var i = 0; i < cases.Length; i++)
        {
            var times = rounds.Select(round => round[i]).Order().ToArray();
            Console.WriteLine(
                $"{cases[i].Name,-30} {times[Rounds / 2]:0} ns ({times[Rounds / 4]:0} to {times[Rounds * 3 / 4]:0})");
        }
    }

    private static void PrintReads(KeyFile file)
    {
        var times = Enumerable.Range(0, Reads).Select(_ => Read(file)).ToArray();
        var processor = times.Select(time => time.Processor).Order().ToArray();
        var elapsed = times.Select(time => time.Elapsed).Order().ToArray();
        Console.WriteLine(
            $"{Keys} keys read at a start: {processor[Reads / 2]:0} ms of processor time, {elapsed[Reads / 2]:0} ms in all; the first " +
            $"one {times[0].Elapsed:0} ms; at most {MaxRead.TotalMilliseconds:0} ms");
    }

    private static (double Processor, double Elapsed) Read(KeyFile file)
    {
        var (processor, started) = (Clock.GetTimestamp(), Stopwatch.GetTimestamp());
        using var ring = new KeyRing(file, TimeProvider.System, NullLogger<KeyRing>.Instance);
        return ((Clock.GetTimestamp() - processor) / (double)TimeSpan.TicksPerMillisecond,
            Stopwatch.GetElapsedTime(started).TotalMilliseconds);
    }

    /// <returns>Nanoseconds of a check.</returns>
    private static double Time(KeyAuthentication authentication, HttpContext[] requests, bool isRight)
    {
        var found = 0;
        var start = Clock.GetTimestamp();
        for (var i = 0; i < ChecksOfATurn; i++)
        {
            found += authentication.Find(requests[i % requests.Length], out _) is null ? 0 : 1;
        }

        var ticks = Clock.GetTimestamp() - start;
        return found == (isRight ? ChecksOfATurn : 0)
            ? ticks * (double)TimeSpan.NanosecondsPerTick / ChecksOfATurn
            : throw new InvalidOperationException($"{found} of {ChecksOfATurn} keys were taken.");
    }

    private static (IReadOnlyList<AccessKey> Keys, string[] Secrets) Make(int count)
    {
        var (keys, secrets) = (new AccessKey[count], new string[count]);
        for (var i = 0; i < count; i++)
        {
            keys[i] = AccessKey.Create(
                $"client {i}", Scopes.Submit | Scopes.Read, DateTimeOffset.UnixEpoch, expires: null, out secrets[i]);
        }

        return (keys, secrets);
    }

    /// <summary>Takes keys from the whole file, one for each request.</summary>
    private static IEnumerable<string> Spread(string[] secrets) => secrets.Where((_, place) => place % (Keys / Requests) == 0);

    /// <summary>The id of the first key with the secret of the second.</summary>
    private static string Mix(string first, string second) =>
        string.Concat(first.AsSpan(0, first.IndexOf(AccessKey.Separator)), second.AsSpan(second.IndexOf(AccessKey.Separator)));

    private static HttpContext Request(string key)
    {
        var context = new DefaultHttpContext();
        context.Request.Headers[KeyAuthentication.HeaderName] = key;
        context.Connection.RemoteIpAddress = IPAddress.Loopback;
        return context;
    }
}
