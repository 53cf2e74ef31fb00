using System.Text;

namespace Prometheus;

public sealed partial class Exemplar
{
    /// <summary>Keep it: <c>static readonly</c>.</summary>
    public readonly struct LabelKey
    {
        private readonly string _name;

        internal LabelKey(string name) => _name = name;

        /// <param name="value">What is not ASCII in it becomes '?': it may come from outside and is no reason to fail.</param>
        public LabelPair WithValue(string value)
        {
            ArgumentNullException.ThrowIfNull(value);
            return new LabelPair(_name, Ascii.IsValid(value) ? value : Encoding.ASCII.GetString(Encoding.ASCII.GetBytes(value)));
        }
    }
}
