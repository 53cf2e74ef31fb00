using System.Diagnostics;

namespace Load.Tests.EndToEnd;

/// <summary>
/// Sets the clock of single processes: a small library that the loader puts in front of the system's own. Linux with a C compiler.
/// </summary>
internal sealed class SetClock : IDisposable
{
    private const string Compiler = "/usr/bin/cc";

    /// <summary>Looks each second for a word of the process's command line in the rows: by how many seconds its clock is off.</summary>
    private const string Source = """
        #include <fcntl.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/syscall.h>
        #include <time.h>
        #include <unistd.h>

        static int take(const char *path, char *text, int size) {
            int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
            int count = file < 0 ? 0 : read(file, text, size - 1);
            if (file >= 0) close(file);
            if (count < 0) count = 0;
            for (int i = 0; i < count; i++) if (!text[i]) text[i] = ' ';
            text[count] = 0;
            return count;
        }

        static long offset(void) {
            static long seconds;
            static time_t looked = -1;
            struct timespec now;
            syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
            if (now.tv_sec == looked) return seconds;
            char command[4096], rows[256], word[128];
            long by, found = 0;
            int length;
            take("/proc/self/cmdline", command, sizeof command);
            take(getenv("CLOCK_FILE"), rows, sizeof rows);
            for (char *row = rows; sscanf(row, "%127s %ld%n", word, &by, &length) == 2; row += length)
                if (strstr(command, word)) found = by;
            looked = now.tv_sec;
            return seconds = found;
        }

        int clock_gettime(clockid_t id, struct timespec *to) {
            int code = syscall(SYS_clock_gettime, id, to);
            if (code == 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) to->tv_sec += offset();
            return code;
        }
        """;

    private readonly TempDirectory _folder = new("clock");

    private SetClock()
    {
    }

    /// <summary>For the processes whose clock is to be set.</summary>
    public IReadOnlyDictionary<string, string> Environment => new Dictionary<string, string>
    {
        ["LD_PRELOAD"] = Library,
        ["CLOCK_FILE"] = Rows,
    };

    private string Library => _folder.Combine("clock.so");

    private string Rows => _folder.Combine("clock");

    public static async Task<SetClock> BuildAsync()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists(Compiler), $"needs Linux and {Compiler}: apt-get install gcc libc6-dev");
        var clock = new SetClock();
        var source = clock._folder.Combine("clock.c");
        await File.WriteAllTextAsync(source, Source);
        using var compiling = Process.Start(Compiler, ["-shared", "-fPIC", "-D_GNU_SOURCE", "-o", clock.Library, source]);
        await compiling.WaitForExitAsync(TestContext.Current.CancellationToken).Within();
        compiling.ExitCode.ShouldBe(0);
        return clock;
    }

    /// <param name="word">Stands in the command line of the processes.</param>
    /// <param name="seconds">By how much their clock is ahead.</param>
    public Task SetAsync(string word, int seconds) =>
        File.WriteAllTextAsync(Rows, $"{word} {seconds}\n", TestContext.Current.CancellationToken);

    public void Dispose() => _folder.Dispose();
}
