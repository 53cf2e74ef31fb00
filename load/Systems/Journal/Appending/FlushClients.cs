using System.Security.Cryptography;
using Load.Machine;
using Load.Measuring;
using Microsoft.Win32.SafeHandles;

namespace Load.Systems.Journal.Appending;

/// <summary>
/// The least that durable can cost: 64 KiB at the end of a file, which grows as a segment does, and <c>fdatasync</c>. Each caller has a
/// file of its own.
/// </summary>
/// <param name="folder">On the disk that the journal writes to.</param>
internal sealed class FlushClients(string folder) : IClientSource
{
    private const int BlockBytes = 64 * 1024;

    public WireCounter? Wire => null;

    public IClient NewClient(int number) => new FlushClient(Path.Combine(folder, $"flush-{Guid.NewGuid():n}"));

    private sealed class FlushClient(string path) : IClient
    {
        private readonly SafeFileHandle _file = File.OpenHandle(
            path, FileMode.CreateNew, FileAccess.Write, options: FileOptions.DeleteOnClose);

        private readonly byte[] _block = RandomNumberGenerator.GetBytes(BlockBytes);
        private long _length;
        private RequestAssessment _assessment;

        public void Prepare(long ordinal) => _assessment = RequestAssessment.Ok;

        public Task SendAsync(CancellationToken deadline)
        {
            try
            {
                RandomAccess.Write(_file, _block, _length);
                DataSync.Flush(_file);
                _length += BlockBytes;
            }
            catch (IOException exception)
            {
                _assessment = new(Outcome.Failed, exception.Message);
            }

            return Task.CompletedTask;
        }

        public RequestAssessment Check() => _assessment;

        public void Dispose() => _file.Dispose();
    }
}
